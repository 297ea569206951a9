import type { Coverage } from '@manyview/core'
import { counted, grouped, percent } from '@manyview/core/words'
import { type Html, html } from './html.ts'

/** Sets of views that are listed one by one. */
const mostPatterns = 12

/** Which views the samples have together, as a table. */
export function coveragePart({ samples, views, patterns }: Coverage): Html {
  const complete = patterns.find((pattern) => pattern.views.length === views.length)?.samples ?? 0
  const rows = patterns
    .slice(0, mostPatterns)
    .map(
      (pattern) =>
        html`<tr><th scope="row">${pattern.views.join(' + ')}</th><td class="n">${grouped(pattern.samples)}</td><td class="n">${percent(pattern.samples / samples, 1)}</td></tr>`,
    )
  const remainder = patterns.length - rows.length
  return html`<h3>Missing views</h3>
  <p>${grouped(complete)} of ${counted(samples, 'sample')} have all ${counted(views.length, 'view')}. Nothing was filled in for the others: each view speaks for the samples that have it.</p>
  <div class="scroll"><table><thead><tr><th scope="col">views</th><th scope="col" class="n">samples</th><th scope="col" class="n">share</th></tr></thead><tbody>${rows}</tbody></table></div>
  ${remainder > 0 && html`<p>${counted(remainder, 'further set')} of views, each of fewer samples.</p>`}`
}
