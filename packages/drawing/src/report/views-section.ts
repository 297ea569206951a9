import { fixed, grouped, ownProperty, percent } from '@manyview/core/words'
import { type StoredClustering, shareKept } from '@manyview/formats'
import { agreementFigure } from '../figures/agreement-figure.ts'
import { supportFigure } from '../figures/support-figure.ts'
import { coveragePart } from './coverage-part.ts'
import { Html, html } from './html.ts'
import type { Paper } from './paper.ts'
import { withoutTable } from './without-table.ts'

/** Past this many views the figures give way to the table. */
const mostInFigures = 24

/** The views: what they are, how far the clusters follow each, how far they agree, what happens without each. */
export async function viewsSection(stored: StoredClustering, paper: Paper): Promise<Html> {
  const { record, explanation } = stored
  const { views, viewWeights, coverage } = record
  const hasFigures = explanation && views.length <= mostInFigures
  const sheet = paper(480)
  const support = hasFigures && new Html(await supportFigure(stored, sheet))
  const agreement = hasFigures && new Html(await agreementFigure(stored, sheet))
  const rows = views.map(
    ({ name, features, kind, sparse }, v) =>
      html`<tr><th scope="row">${name}</th>${coverage && html`<td class="n">${grouped(coverage.views[v].samples)}</td>`}<td class="n">${grouped(features)}</td><td>${[kind, sparse && 'sparse'].filter(Boolean).join(', ') || 'numeric'}</td>${viewWeights && html`<td class="n">${ownProperty(viewWeights, name)?.toFixed(2)}</td>`}${explanation && html`<td class="n">${fixed(explanation.support[v], 2)}</td>`}${explanation?.views && html`<td class="n">${percent(shareKept(stored, v) ?? Number.NaN)}</td>`}</tr>`,
  )
  const table = html`<div class="scroll"><table><thead><tr><th scope="col">view</th>${coverage && html`<th scope="col" class="n">samples</th>`}<th scope="col" class="n">features</th><th scope="col">kind</th>${viewWeights && html`<th scope="col" class="n">weight</th>`}${explanation && html`<th scope="col" class="n">support</th>`}${explanation?.views && html`<th scope="col" class="n" title="share of the samples that this view alone would put in their cluster">alone</th>`}</tr></thead><tbody>${rows}</tbody></table></div>`
  const without = withoutTable(record)
  if (!hasFigures) return html`<section><h2>Views</h2>${table}${without}${coverage && coveragePart(coverage)}</section>`
  return html`<section><h2>Views</h2>
  <div class="pair">
    <div><figure><figcaption><b>Support.</b> How far the clusters follow each view: the share of a sample’s nearest neighbours that are in its cluster, beyond chance. Alone: the share of samples that the view alone would put in their cluster.</figcaption>${support}</figure>${table}</div>
    <figure><figcaption><b>Agreement.</b> How far what each view finds alone agrees with the others and with the clusters (normalised mutual information, 1 is the same).</figcaption>${agreement}</figure>
  </div>
  ${without}
  ${coverage && coveragePart(coverage)}
</section>`
}
