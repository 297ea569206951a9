import { counted, percent } from '@manyview/core/words'
import { dividedSamples, type StoredClustering } from '@manyview/formats'
import { type Html, html } from './html.ts'

/** Samples that are listed of those that views put in different places. */
const mostListed = 40

/** One small map per view, and the samples that lie together with others in one view and elsewhere in another; null where there are no such maps. */
export function smallMaps(stored: StoredClustering): Html | null {
  const { record, explanation } = stored
  if (!explanation?.viewMaps) return null
  const figures = explanation.viewMaps.map(
    ({ trust }, v) =>
      html`<figure><figcaption><b>${record.views[v].name}</b> alone, trust ${percent(trust)}</figcaption><div class="small-map" data-view-map="${v}" role="img" aria-label="Map of what ${record.views[v].name} shows alone"></div></figure>`,
  )
  return html`<h3>One map per view</h3>
  <p class="note">What each view shows alone, in the same colours and laid out from the map above. Point at a dot to see the sample in every view; draw around dots to select them everywhere.</p>
  <div class="small-maps">${figures}</div>
  ${dividedPart(stored)}`
}

function dividedPart(stored: StoredClustering): Html | null {
  const divided = dividedSamples(stored)
  if (divided.length === 0) return null
  const rows = divided
    .slice(0, mostListed)
    .map(
      ({ sample, here, elsewhere }) =>
        html`<tr><th scope="row"><button type="button" class="id" data-fly="${sample}">${stored.ids ? stored.ids[sample] : `sample ${sample}`}</button></th><td>${stored.labels[sample]}</td><td>${here.join(', ')}</td><td>${elsewhere.map(({ view, cluster }) => `${view} → ${cluster}`).join(', ')}</td></tr>`,
    )
  return html`<details><summary><b>Samples on which views disagree</b> <span class="fact">${counted(divided.length, 'sample')} that one view puts in the cluster and another elsewhere</span></summary><div class="scroll"><table><thead><tr><th scope="col">sample</th><th scope="col">cluster</th><th scope="col">here by</th><th scope="col">elsewhere by</th></tr></thead><tbody>${rows}</tbody></table></div>${divided.length > rows.length && html`<p class="note">The ${rows.length} on which the views differ most.</p>`}</details>`
}
