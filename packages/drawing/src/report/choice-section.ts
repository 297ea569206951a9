import { fixed } from '@manyview/core/words'
import type { StoredClustering } from '@manyview/formats'
import { choiceFigure } from '../figures/choice-figure.ts'
import { Html, html } from './html.ts'
import type { Paper } from './paper.ts'

/** Numbers of clusters in the table. */
const mostRows = 5

/** Why there are so many clusters; null where the number was given. */
export async function choiceSection({ record }: StoredClustering, paper: Paper): Promise<Html | null> {
  const { choice } = record
  if (!choice) return null
  const { candidates, reason } = choice
  const curve = candidates.length > 1 && new Html(await choiceFigure(choice, paper(640)))
  const rows = candidates
    .slice(0, mostRows)
    .map(
      ({ clusters, score, stability, agreement, gap }) =>
        html`<tr><th scope="row">${clusters}</th><td class="n">${fixed(score, 3)}</td><td class="n">${fixed(stability, 2)}</td><td class="n">${fixed(agreement, 2)}</td><td class="n">${fixed(gap, 3)}</td></tr>`,
    )
  return html`<section><h2>Number of clusters</h2>
  <p>${reason}</p>
  ${curve && html`<figure><figcaption><b>Score.</b> Stability² × agreement / √(1 − 1/k). Stability: how alike separate clusterings are. Agreement: how far links between neighbours stay inside the clusters, beyond chance. Gap: the drop after the last eigenvalue that counts; it does not score.</figcaption>${curve}</figure>`}
  <div class="scroll"><table><thead><tr><th scope="col">clusters</th><th scope="col" class="n">score</th><th scope="col" class="n">stability</th><th scope="col" class="n">agreement</th><th scope="col" class="n">gap</th></tr></thead><tbody>${rows}</tbody></table></div>
</section>`
}
