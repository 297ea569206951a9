import { kmeans } from '../cluster/kmeans.ts'
import type { KmeansOptions } from '../cluster/kmeans-options.ts'
import type { Kernels } from '../kernels/kernels.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import type { Communicator } from './communicator.ts'
import { share } from './share.ts'

/**
 * The labels that `kmeans` gives, for this rank's rows of the points. Every rank gets all points (n×d, small beside the views) and does its part of the starts,
 * so that the result has the same bytes for any number of ranks.
 */
export function kmeansOverRanks(
  communicator: Communicator,
  kernels: Kernels,
  points: Matrix,
  options: KmeansOptions,
): Int32Array {
  const { rank, size } = communicator
  if (size === 1) return kmeans(kernels, points, options).labels
  const data = communicator.allGather(points.data)
  const all = matrix(data.length / points.columns, points.columns, data)
  const found = kmeans(kernels, all, { ...options, part: { rank, size } })
  const results = communicator.allGather(Float64Array.of(found.squaredError, found.run ?? 0))
  let best = 0
  for (let r = 1; r < size; r++) {
    const [error, run] = [results[2 * r], results[2 * r + 1]]
    if (error < results[2 * best] || (error === results[2 * best] && run < results[2 * best + 1])) best = r
  }
  const labels = communicator.allGather(rank === best ? found.labels : new Int32Array(0))
  const own = share(all.rows, size, rank)
  return labels.slice(own.begin, own.end)
}
