import type { Partition } from '../../runtime/device/device.ts'
import type { Kernels } from '../../runtime/kernels/kernels.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'

/** Entries of points that are in the kernels' memory at a time, about: 8 MiB. */
const PIECE = 1_048_576

/** The mean of the points of each cluster (clusters×d), and how many each has. */
export interface ClusterCentres {
  centres: Matrix
  sizes: Float64Array
}

/** Computes for each partition the mean of the points (n×d) of each cluster, zero for an empty one, and how many points it has; on all threads. O(partitions · n·d). */
export function clusterCentres(
  kernels: Kernels,
  { rows, columns, data }: Matrix,
  partitions: readonly Partition[],
): ClusterCentres[] {
  const mark = kernels.mark()
  const most = partitions.reduce((sum, { clusters }) => Math.max(sum, clusters), 0)
  const zeros = kernels.allocate(most * columns)
  zeros.f64.fill(0)
  const accumulators = partitions.map(({ labels, clusters }) => {
    const sums = kernels.copyIn(new Float64Array(clusters * columns))
    return { labels: kernels.copyWhole(labels), clusters, sums }
  })
  const height = Math.max(1, Math.floor(PIECE / Math.max(columns, 1)))
  const piece = kernels.allocate(Math.min(height, rows) * columns)
  for (let begin = 0; begin < rows; begin += height) {
    const count = Math.min(height, rows - begin)
    piece.f64.set(data.subarray(begin * columns, (begin + count) * columns))
    const points = [piece.pointer, count, columns] as const
    kernels.share(
      'sumDifferences',
      accumulators.map(({ labels, sums }) => [...points, labels.pointer + 4 * begin, zeros.pointer, sums.pointer]),
    )
  }
  const results = accumulators.map(({ labels, clusters, sums }) =>
    meansOf(matrix(clusters, columns, sums.f64.slice()), labels.i32, rows),
  )
  kernels.release(mark)
  return results
}

/** Divides the sums of the clusters by their sizes, in place. */
function meansOf(sums: Matrix, labels: Int32Array, samples: number): ClusterCentres {
  const { rows, columns, data } = sums
  const sizes = new Float64Array(rows)
  for (let i = 0; i < samples; i++) sizes[labels[i]]++
  for (let j = 0, p = 0; j < rows; j++) for (let c = 0; c < columns; c++) data[p++] /= Math.max(sizes[j], 1)
  return { centres: sums, sizes }
}
