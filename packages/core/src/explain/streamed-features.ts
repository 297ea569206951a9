import { rowsAt } from '../data/rows-at.ts'
import { type BlockedMatrix, blocksOf } from '../linalg/blocked-matrix.ts'
import { matrix } from '../linalg/matrix.ts'
import type { Progress } from '../progress.ts'
import { clusterMeans, type FeatureEffect, samplesToRank, strongest } from './distinguishing-features.ts'
import { FeatureColumns } from './feature-columns.ts'

/** `distinguishingFeatures` of a view that is read in blocks: up to 4,000 single rows, and one reading for the means. */
export function* streamedFeatures(
  view: BlockedMatrix,
  labels: Int32Array,
  clusters: number,
  count: number,
): Generator<Progress, FeatureEffect[][]> {
  const place = Uint32Array.from(labels.keys())
  const seen = samplesToRank(place, labels, clusters, view.columns)
  const rows = matrix(seen.samples.length, view.columns)
  rowsAt(view, seen.samples).readRows(0, rows.rows, rows.data)
  const columns = new FeatureColumns(rows, Uint32Array.from(seen.samples.keys()))
  const best = yield* strongest(columns, view.columns, seen, count)
  const features = Uint32Array.from(new Set(best.flat().map(({ feature }) => feature)))
  const sums = new Float64Array(clusters * features.length)
  for (const { begin, end, data } of blocksOf(view)) {
    for (let i = begin, first = 0; i < end; i++, first += view.columns) {
      const at = labels[i] * features.length
      for (let s = 0; s < features.length; s++) sums[at + s] += data[first + features[s]]
    }
    yield { stage: 'features', iteration: end, total: view.rows }
  }
  const means = clusterMeans(sums, features, clusters, place, labels)
  return best.map((list, c) => list.map((found) => ({ ...found, ...means(found.feature, c) })))
}
