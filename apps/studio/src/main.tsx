import { render } from 'preact'
import { App } from './parts/app.tsx'
import { followHistory } from './state/back.ts'
import { recall } from './state/remember.ts'
import { message } from './state/session.ts'
import { showProblem } from './state/show-problem.ts'
import './style/base.css'
import './style/layout.css'
import './style/results.css'
import './style/map.css'
import './style/reading-room.css'
import './style/new-samples.css'
import './style/things.css'
import './style/meaning.css'

addEventListener('unhandledrejection', (event) => {
  event.preventDefault()
  showProblem(event.reason)
})
addEventListener('error', (event) => {
  // A browser reports a harmless delay of size watchers this way.
  if (!/ResizeObserver/.test(event.message)) showProblem(event.error ?? event.message)
})

addEventListener('keydown', (event) => {
  const isTyping = (event.target as Element | null)?.matches?.('input, textarea, select')
  const undo = message.value?.action
  if ((event.ctrlKey || event.metaKey) && event.key === 'z' && !isTyping && undo?.text === 'Undo') undo.run()
})

render(<App />, document.getElementById('app')!)
void recall().then(followHistory)

if (__BUILT__ && 'serviceWorker' in navigator)
  navigator.serviceWorker.register('./sw.js').catch(() => {
    // Without it the page only needs the network again.
  })
