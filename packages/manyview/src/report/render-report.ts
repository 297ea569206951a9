import type { StoredClustering, ThingColumn } from '@manyview/formats'
import { standInPage } from '../figures/canvas.ts'
import { samplePreviews } from './previews.ts'
import { sheetOf, type Thumbnails } from './thumbnails.ts'

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
