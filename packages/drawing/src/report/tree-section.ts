import { counted } from '@manyview/core/words'
import type { StoredClustering } from '@manyview/formats'
import { treeFigure } from '../figures/tree-figure.ts'
import { Html, html } from './html.ts'
import type { Paper } from './paper.ts'

/** The tree of the clusters, and a slider that cuts it anew on the map; null where there is none. */
export async function treeSection(stored: StoredClustering, paper: Paper): Promise<Html | null> {
  const { record, tree, explanation } = stored
  if (!tree || record.clusters < 2) return null
  const most = tree.leafSizes.length
  const figure = new Html(await treeFigure(stored, paper(820)))
  const slider =
    explanation &&
    html`<p class="cut"><label for="cut">Show the map in</label> <input id="cut" type="range" min="1" max="${most}" value="${record.clusters}"> <output id="cut-number" for="cut">${counted(record.clusters, 'cluster')}</output></p>`
  return html`<section><h2>Tree</h2>
  <p class="note">Clusters whose centres are closest in the embedding of ${record.method} merge first (Ward’s rule). Height: how far the two sides are apart, beside those of the last merge. Bold: the merge is clearly preferred to any other. Numbers above: a cut there leaves so many clusters; a click shows them on the map. ${record.choice && 'Dashed: those that score best. '}“manyview cut” writes the labels of any number from 1 to ${most}.</p>
  ${slider}
  <figure id="tree"><div class="scroll">${figure}</div></figure>
</section>`
}
