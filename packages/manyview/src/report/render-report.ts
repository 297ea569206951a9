import type { Previews, SamplePreview } from '@manyview/drawing/report'
import { type StoredClustering, strangestFirst, type ThingColumn } from '@manyview/formats'
import { standInPage } from '../figures/canvas.ts'
import { sheetOf, type Thumbnails } from './thumbnails.ts'

/** Samples with a preview; of more, so many evenly spaced ones, beside those that clusters show. */
const mostPreviews = 2000
/** Rows of odd samples and of copies, which the report shows with previews. */
const mostOdd = 12

export interface ReportOptions {
  /** How long the clustering took; it is not in the record. */
  seconds?: number | null
  /** Small images of the samples. */
  thumbnails?: Thumbnails | null
  /** The texts and pictures that were clustered, in the order of the samples; previews of them are shown. */
  things?: readonly ThingColumn[]
}

/** The report of a clustering, see `@manyview/drawing/report`: one page that needs no network and no other file. */
export async function renderReport(stored: StoredClustering, options: ReportOptions = {}): Promise<string> {
  const { seconds, thumbnails, things = [] } = options
  const previews = await samplePreviews(things, stored)
  // Loaded with the first report: most runs write none.
  const drawn = await import('@manyview/drawing/report')
  return drawn.renderReport(stored, standInPage, { seconds, sheet: thumbnails && sheetOf(thumbnails), previews })
}

/** The previews of the samples that a report shows: all of up to 2,000, the typical, doubtful and odd ones always. Null without things. */
async function samplePreviews(things: readonly ThingColumn[], stored: StoredClustering): Promise<Previews | null> {
  if (things.length === 0) return null
  const { previewSample } = await import('@manyview/formats/things')
  const { record, explanation } = stored
  const { samples } = record
  const step = Math.max(1, samples / mostPreviews)
  const places = new Set(Array.from({ length: Math.min(samples, mostPreviews) }, (_, i) => Math.floor(i * step)))
  for (const { typical, doubtful } of explanation?.clusters ?? [])
    for (const sample of [...typical, ...doubtful]) places.add(sample)
  for (const sample of strangestFirst(stored, mostOdd)) places.add(sample)
  for (const { first, second } of (record.duplicates ?? []).slice(0, mostOdd)) places.add(first).add(second)
  const previews = new Map<number, SamplePreview>()
  for (const sample of [...places].sort((a, b) => a - b)) previews.set(sample, await previewSample(things, sample))
  return previews
}
