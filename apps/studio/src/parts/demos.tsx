import articles from '../demos/articles.csv?url'
import pictures from '../demos/pictures.zip?url'
import { openDemo, openDigits } from '../state/open-data.ts'
import { job } from '../state/session.ts'

/** Data to try: numbers, texts and pictures that come with the page. */
export function Demos() {
  const busy = job.value !== null
  return (
    <div class="buttons demos">
      <button type="button" class="small" disabled={busy} onClick={() => void openDigits()}>
        Try the handwritten digits
      </button>
      <button type="button" class="small" disabled={busy} onClick={() => void openDemo(articles, 'articles.csv')}>
        Try small articles
      </button>
      <button type="button" class="small" disabled={busy} onClick={() => void openDemo(pictures, 'pictures.zip')}>
        Try small pictures
      </button>
    </div>
  )
}
