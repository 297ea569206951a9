import type { MetadataColumn } from '@manyview/core/metadata'
import { counted, dateText, grouped, readable } from '@manyview/core/words'
import { clusterName, mapWords, nameBesideNumber, type StoredClustering } from '@manyview/formats'
import { mostLevels } from '../map/map-data.ts'
import { type Html, html } from './html.ts'
import { type Previews, pictureOf, type Sheet, thumbnail } from './sample.ts'
import { smallMaps } from './small-maps.ts'

/** Past this many, clusters and classes are not listed under the map. */
const mostChips = 200

/** The map with its controls. Without a map: one sentence that says how to get it. */
export function mapSection(stored: StoredClustering, sheet: Sheet | null, previews: Previews | null): Html {
  const { record, confidence, truth, explanation, metadata } = stored
  if (!explanation)
    return html`<section><h2>Map</h2><p>The map, the views and what sets the clusters apart were not computed. <code>manyview report clustering.json --views FILE…</code> adds them.</p></section>`
  const choices = [
    ['cluster', 'Cluster'],
    confidence && ['confidence', 'Confidence'],
    truth && ['label', 'Label'],
  ].filter((choice) => choice !== null && choice !== undefined) as [string, string][]
  const columns = metadata.flatMap((column, place) =>
    column.kind === 'category' && (column.levels.length > mostLevels || column.levels.length === 0)
      ? []
      : [{ column, place }],
  )
  return html`<section class="wide">
  <div class="heading"><h2>Map</h2>
    ${choices.length + columns.length > 1 && html`<fieldset class="choices"><legend>Colour by</legend>${choices.map(([value, name], i) => html`<label><input type="radio" name="colour" value="${value}" ${i === 0 && html`checked`}><span>${name}</span></label>`)}${columns.length > 0 && html`<select id="column" aria-label="Colour by metadata"><option value="">Metadata…</option>${columns.map(({ column, place }) => html`<option value="${place}">${column.name}</option>`)}</select>`}</fieldset>`}
  </div>
  <div class="finder"><label for="search">Find</label> <input id="search" type="search" placeholder="id, cluster, value, word" autocomplete="off" spellcheck="false"> <button type="button" id="lasso" aria-pressed="false" title="Draw around samples; holding Shift does the same">Lasso</button></div>
  <div id="listed" hidden><p><b id="listed-words" role="status"></b> <button type="button" id="listed-clear">Clear</button></p><ul id="listed-samples"></ul></div>
  <div class="map"><div id="map" tabindex="0" role="application" aria-label="Map of the samples: ${counted(record.samples, 'dot')} in ${counted(record.clusters, 'cluster')}. Arrow keys go from sample to sample, plus and minus zoom, 0 shows everything."></div>
    <div class="zoom"><button type="button" id="zoom-in" aria-label="Zoom in">+</button><button type="button" id="zoom-out" aria-label="Zoom out">−</button><button type="button" id="zoom-all" aria-label="Show everything"><svg viewBox="0 0 12 12" aria-hidden="true"><path d="M1 4V1h3M8 1h3v3M11 8v3H8M4 11H1V8" fill="none" stroke="currentColor" stroke-width="1.4"/></svg></button></div>
    <div id="tip" role="status" hidden>${sheet && thumbnail(0, sheet)}${previews && html`<img alt="" hidden>`}<div><b data-part="id"></b>${previews && html`<span data-part="text" class="text"></span>`}<span data-part="cluster"></span><span data-part="confidence"></span><span data-part="label"></span><span data-part="metadata"></span><span data-part="views"></span></div></div>
    <noscript><p>The map needs JavaScript.</p></noscript>
  </div>
  ${legends(stored, previews)}
  ${columns.map(({ column, place }) => columnLegend(column, place))}
  <p class="note"><span id="outside"></span>${mapWords(explanation)} Drag to move; pinch, + and −, or the wheel after a click zoom; arrow keys go from sample to sample.${previews && previews.size < record.samples && ` Previews are there for ${counted(previews.size, 'sample')}.`}</p>
  ${smallMaps(stored)}
</section>`
}

/** The clusters, with the picture of the most typical sample where samples are pictures, and the classes. */
function legends({ record, truth, explanation }: StoredClustering, previews: Previews | null): Html {
  const classes = truth?.classes ?? []
  const picture = (cluster: number) => {
    const typical = explanation?.clusters[cluster].typical.find((sample) => previews?.get(sample)?.picture)
    return typical === undefined ? null : pictureOf(typical)
  }
  const numberAndName = (cluster: number) => {
    const name = nameBesideNumber(record, cluster)
    return name ? html`<b>${cluster}</b> <span class="name">${name}</span>` : html`<b>Cluster ${cluster}</b>`
  }
  const chips =
    record.clusters <= mostChips &&
    record.sizes.map(
      (size, cluster) =>
        html`<button type="button" data-cluster="${cluster}" aria-pressed="false" title="${clusterName(record, cluster)}: ${counted(size, 'sample')}">${dot(cluster)}${picture(cluster)}${numberAndName(cluster)} <span class="size">${grouped(size)}</span></button>`,
    )
  const labels = classes.length <= mostChips && classes.map((name, code) => html`<span>${dot(code)}${name}</span>`)
  return html`<div class="chips" data-legend="cluster">${chips}</div>
  <div class="chips" data-legend="label" hidden>${labels}</div>
  <div class="chips" data-legend="confidence" hidden><span>doubtful</span><svg class="scale" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><defs><linearGradient id="sure"><stop class="s0" offset="0"/><stop class="s1" offset=".5"/><stop class="s2" offset="1"/></linearGradient></defs><rect width="100" height="8" rx="2" fill="url(#sure)"/></svg><span>sure</span></div>`
}

/** What the colours of a column of metadata mean: a dot per level, or a scale from the least to the most. */
function columnLegend(column: MetadataColumn, place: number): Html {
  if (column.kind === 'category')
    return html`<div class="chips" data-legend="column ${place}" hidden>${column.levels.map((level, code) => html`<span>${dot(code)}${level}</span>`)}</div>`
  const numbers = column.values.filter((value) => !Number.isNaN(value)).sort()
  const text = (value: number | undefined) =>
    value === undefined ? '' : column.kind === 'date' ? dateText(value) : readable(value)
  return html`<div class="chips" data-legend="column ${place}" hidden><span>${text(numbers[0])}</span><svg class="scale" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><defs><linearGradient id="column-${place}"><stop class="v0" offset="0"/><stop class="v1" offset=".5"/><stop class="v2" offset="1"/></linearGradient></defs><rect width="100" height="8" rx="2" fill="url(#column-${place})"/></svg><span>${text(numbers.at(-1))}</span></div>`
}

/** A dot in the colour of a cluster. */
export function dot(cluster: number): Html {
  return html`<svg class="dot" viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="5" fill="var(--c${cluster})"/></svg>`
}
