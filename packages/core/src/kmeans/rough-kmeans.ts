import { takeRows } from '../data/take-rows.ts'
import type { Kernels } from '../kernels/kernels.ts'
import type { Matrix } from '../linalg/matrix.ts'
import { kmeans } from './kmeans.ts'
import type { KmeansOptions, KmeansResult } from './kmeans-options.ts'

/** The part that is looked at first has so many samples at least, so many for each cluster, and one of four. */
const PART = { least: 2000, each: 25, share: 1 / 4 }
/** Steps on all samples after those on a part: most centres are in place then, and with further steps votes were no better. */
const LAST_STEPS = 1

/**
 * `kmeans` for one of many partitions that vote, of points of about unit length (n×d): nearest centres in single precision, and of many points a part is clustered first, spread evenly over all from a random one on; one
 * step on all follows. O(n·k·d) a step, a quarter of it for most.
 */
export function roughKmeans(kernels: Kernels, points: Matrix, options: KmeansOptions): KmeansResult {
  const { rows } = points
  const { clusters, random } = options
  const size = Math.max(PART.least, PART.each * clusters, Math.ceil(PART.share * rows))
  const single = { ...options, single: true }
  if (size >= rows) return kmeans(kernels, points, single)
  const first = random.below(rows)
  const part = Uint32Array.from({ length: size }, (_, j) => (first + Math.floor((j * rows) / size)) % rows)
  const { centres } = kmeans(kernels, takeRows(points, part), single)
  return kmeans(kernels, points, { ...single, restarts: 0, starts: [centres], maxIterations: LAST_STEPS })
}
