import { counted, fixed, grouped, percent, readable } from '@manyview/core/words'
import {
  type FeatureRecord,
  featureName,
  nameBesideNumber,
  type StoredClustering,
  shareKept,
  typicalFirst,
} from '@manyview/formats'
import { sizesFigure } from '../figures/sizes-figure.ts'
import { Html, html } from './html.ts'
import { dot } from './map-section.ts'
import type { Paper } from './paper.ts'
import { type Previews, pictureOf, type Samples, sampleItem, thumbnail } from './sample.ts'

/** Clusters that are described one by one: the largest. */
const mostDescribed = 200
/** Pictures on the contact sheet of a cluster. */
const mostPictures = 48
/** With this many or fewer all are unfolded. */
const unfolded = 4

/** The sizes of the clusters, and for each what sets it apart and its most typical and most doubtful samples. */
export async function clustersSection(samples: Samples, paper: Paper): Promise<Html> {
  const { record } = samples.stored
  const { sizes, clusters } = record
  const shown = Array.from(sizes.keys())
    .sort((a, b) => sizes[b] - sizes[a] || a - b)
    .slice(0, mostDescribed)
    .sort((a, b) => a - b)
  const figure = new Html(await sizesFigure(sizes, paper(clusters > 30 ? 980 : 640)))
  return html`<section><h2>Clusters</h2>
  <figure><figcaption>Samples in each cluster.</figcaption><div class="scroll">${figure}</div></figure>
  ${samples.stored.explanation && html`<p class="note">Effect: how surely the feature of a sample inside is larger (to the right) or smaller (to the left) than that of one outside, from −1 to 1 (Cliff’s delta). Pale: chance alone would show as much. Beside a view: the share of the cluster’s samples that this view alone would put there. Beside a sample: the views that would put it elsewhere.</p>`}
  ${shown.map((cluster) => clusterCard(cluster, samples, clusters <= unfolded || cluster === shown[0]))}
  ${shown.length < clusters && html`<p>The ${grouped(shown.length)} largest of ${grouped(clusters)} clusters are described.</p>`}
</section>`
}

function clusterCard(cluster: number, samples: Samples, open: boolean): Html {
  const { stored, sheet, previews } = samples
  const { record, explanation } = stored
  const part = explanation?.clusters[cluster]
  const head = html`${dot(cluster)}<b>Cluster ${cluster}</b> ${nameBesideNumber(record, cluster)} <span class="fact">${counted(record.sizes[cluster], 'sample')}${part?.meanConfidence != null && `, mean confidence ${part.meanConfidence.toFixed(2)}`}${mainClass(cluster, stored)}</span>`
  if (!part) return html`<p class="card">${head}</p>`
  const faces = sheet && html`<span class="faces">${part.typical.map((sample) => thumbnail(sample, sheet))}</span>`
  const pictures = previews && contactSheet(cluster, stored, previews)
  return html`<details class="card" id="cluster-${cluster}" ${open && html`open`}><summary>${head}${faces}</summary>
  ${pictures}
  <div class="views">${part.features.map((features, view) => featureTable(record.views[view].name, features, shareKept(stored, view, cluster)))}</div>
  <div class="pair examples"><div><h3 class="minor">Most typical</h3><ul>${part.typical.map((sample) => sampleItem(sample, samples))}</ul></div><div><h3 class="minor">Most doubtful</h3><ul>${part.doubtful.map((sample) => sampleItem(sample, samples))}</ul></div></div>
</details>`
}

/** Small pictures of the cluster, the most typical first, of those that have a preview. */
function contactSheet(cluster: number, stored: StoredClustering, previews: Previews): Html | null {
  const pictures = typicalFirst(stored, cluster).filter((sample) => previews.get(sample)?.picture)
  if (pictures.length === 0) return null
  const of =
    pictures.length > mostPictures ? `${mostPictures} of ${grouped(stored.record.sizes[cluster])} pictures` : 'Pictures'
  return html`<p class="fact">${of}, the most typical first</p><div class="contact">${pictures.slice(0, mostPictures).map(pictureOf)}</div>`
}

function featureTable(view: string, features: readonly FeatureRecord[], agreement: number | null): Html {
  const rows = features.map((feature) => {
    const { effect, meanInside, meanOutside } = feature
    const name = featureName(feature)
    return html`<tr ${feature.byChance && html`class="pale" title="chance alone would show as much"`}><th scope="row" title="${name}">${name}</th><td>${effectBar(effect)}</td><td class="n">${fixed(effect, 2)}</td><td class="n">${readable(meanInside)}</td><td class="n">${readable(meanOutside)}</td></tr>`
  })
  return html`<div class="view"><table><caption>${view}${agreement !== null && html` <span class="fact">${percent(agreement)} by this view alone</span>`}</caption><thead><tr><th scope="col">feature</th><th scope="col" colspan="2">effect</th><th scope="col" class="n">inside</th><th scope="col" class="n">outside</th></tr></thead><tbody>${rows.length > 0 ? rows : html`<tr><td colspan="5" class="fact">No feature sets it apart.</td></tr>`}</tbody></table></div>`
}

function effectBar(effect: number): Html {
  const length = Math.abs(effect) * 40
  return html`<svg class="effect" viewBox="0 0 80 12" aria-hidden="true"><rect x="${effect < 0 ? 40 - length : 40}" y="2" width="${length.toFixed(1)}" height="8" rx="1.5" class="${effect < 0 ? 'less' : 'more'}"/><path d="M40 0v12"/></svg>`
}

/** `, 93 % label 3` where labels are known. */
function mainClass(cluster: number, { labels, truth, record }: StoredClustering): string {
  if (!truth || record.sizes[cluster] === 0) return ''
  const counts = new Array<number>(truth.classes.length).fill(0)
  labels.forEach((label, i) => {
    if (label === cluster) counts[truth.codes[i]]++
  })
  const most = Math.max(...counts)
  return `, ${percent(most / record.sizes[cluster])} label ${truth.classes[counts.indexOf(most)]}`
}
