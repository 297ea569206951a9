import { pulledElsewhere, type StoredClustering } from '@manyview/formats'
import { type Html, html } from './html.ts'

/** What is shown of a sample: the beginning of its texts, and a small picture as a data URL. */
export interface SamplePreview {
  text: string | null
  picture: string | null
}

/** Previews by sample, in the order of the samples. */
export type Previews = ReadonlyMap<number, SamplePreview>

/** Small images of all samples on one sheet. */
export interface Sheet {
  size: number
  columns: number
  width: number
  height: number
  /** A PNG as data address. */
  address: string
}

/** What is shown of single samples. */
export interface Samples {
  stored: StoredClustering
  sheet: Sheet | null
  previews: Previews | null
}

/** Views that are named beside a sample. */
const mostViews = 3

/** One sample: its image where there is one, its id, its confidence, its label where it is known, and the views that would put it elsewhere. */
export function sampleItem(sample: number, { stored, sheet, previews }: Samples): Html {
  const { ids, confidence, truth } = stored
  const id = ids ? ids[sample] : `sample ${sample}`
  const facts = [confidence?.[sample].toFixed(2), truth && `label ${truth.classes[truth.codes[sample]]}`].filter(
    Boolean,
  )
  const elsewhere = pulledElsewhere(stored, sample).map(({ view, cluster }) => `${view} → ${cluster}`)
  const shown = elsewhere.slice(0, mostViews).join(', ') + (elsewhere.length > mostViews ? ', …' : '')
  const { text = null, picture = null } = previews?.get(sample) ?? {}
  return html`<li>${sheet && thumbnail(sample, sheet)}${picture && pictureOf(sample)}${stored.explanation ? html`<button type="button" class="id" title="${id}" data-fly="${sample}">${id}</button>` : html`<span class="id" title="${id}">${id}</span>`} <span class="fact">${facts.join(' · ')}</span>${elsewhere.length > 0 && html`<span class="pull" title="would put it elsewhere: ${elsewhere.join(', ')}">${shown}</span>`}${text && html`<p class="text">${text}</p>`}</li>`
}

/** The picture of a sample; the page's script has it, so that it stands in the page once. */
export function pictureOf(sample: number): Html {
  return html`<img class="picture" data-sample="${sample}" alt="">`
}

/** The image of a sample, cut out of the sheet. */
export function thumbnail(sample: number, { size, columns }: Sheet): Html {
  const [x, y] = [(sample % columns) * size, Math.floor(sample / columns) * size]
  return html`<svg class="thumb" viewBox="${x} ${y} ${size} ${size}" aria-hidden="true"><use href="#sheet"/></svg>`
}
