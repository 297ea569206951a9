import { fixed } from '@manyview/core/words'
import type { StoredClustering } from '@manyview/formats'
import { confusionFigure, truthTable } from '../figures/confusion-figure.ts'
import { Html, html } from './html.ts'
import type { Paper } from './paper.ts'

/** How the clusters compare with the true labels; null where none were given. */
export async function scoresSection(stored: StoredClustering, paper: Paper): Promise<Html | null> {
  const { record, truth, explanation } = stored
  const { scores } = record
  if (!scores && !truth) return null
  const table = truthTable(stored)
  const columns = table?.columns.length ?? 0
  const figure = table && new Html(await confusionFigure(stored, paper(columns > 12 ? 980 : 640)))
  const named: [string, number][] = scores
    ? [
        ['accuracy', scores.acc],
        ['NMI', scores.nmi],
        ['purity', scores.purity],
        ['ARI', scores.ari],
        ['F-score', scores.fscore],
      ]
    : []
  return html`<section><h2>Against the true labels</h2>
  <p>${truth ? html`Compared with <b>${truth.name}</b>. ` : ''}The labels were used for this comparison and for nothing else; 1 is best.</p>
  <dl class="facts small">${named.map(([name, value]) => html`<div><dt>${name}</dt><dd>${fixed(value, 4)}</dd></div>`)}</dl>
  ${table && html`<figure id="confusion" data-classes="${table.rows.map((name) => truth!.classes.indexOf(name)).join(' ')}" data-clusters="${table.columns.join(' ')}"><figcaption>Samples of each true class in each cluster; the shade is the share of the class.${explanation && ' A click on a cell selects its samples on the map.'}${table.cut && ' Only the 40 largest classes and clusters are shown.'}</figcaption><div class="scroll">${figure}</div></figure>`}
</section>`
}
