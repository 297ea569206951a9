import { effect } from '@preact/signals'
import { chosenRun, runs, type Tab, tab } from './session.ts'

/** What a step of the browser's history shows. */
interface Step {
  tab: Tab
  run: string | null
}

let going = false

/** Changes of tab and run that come together are one step: of those only the last is what is shown. */
function keepStep(step: Step): void {
  const now = history.state as Step | null
  const isLast = step.tab === tab.peek() && step.run === chosenRun.peek()
  if (isLast && !(now?.tab === step.tab && now.run === step.run)) history.pushState(step, '')
}

/** Makes the browser's Back and Forward go through the parts of the page that were looked at. */
export function followHistory(): void {
  history.replaceState({ tab: tab.peek(), run: chosenRun.peek() } satisfies Step, '')
  effect(() => {
    const step: Step = { tab: tab.value, run: chosenRun.value }
    if (!going) queueMicrotask(() => keepStep(step))
  })
  addEventListener('popstate', (event) => {
    const step = event.state as Step | null
    if (!step) return
    going = true
    // A run that was deleted since cannot be shown again.
    if (step.run === null || runs.value.some(({ id }) => id === step.run)) chosenRun.value = step.run
    tab.value = step.tab
    going = false
  })
}
