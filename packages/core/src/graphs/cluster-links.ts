import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import type { Partition } from '../runtime/device/device.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import { addressesOf, sparseIn } from '../runtime/kernels/sparse-blocks.ts'

/**
 * k×k for each partition: the weight of the links between the clusters of a graph (n×n), and within them on the diagonal, on all threads. Where only some rows of the graph are given, `own` are the labels of those.
 * O(partitions · (links + k²)).
 */
export function clusterLinks(
  kernels: Kernels,
  graph: SparseMatrix,
  partitions: readonly (Partition & { own?: ArrayLike<number> })[],
): Matrix[] {
  const mark = kernels.mark()
  const links = addressesOf(sparseIn(kernels, graph))
  const buffers = partitions.map(({ labels, clusters, own }) => {
    const all = kernels.copyWhole(labels)
    const out = kernels.allocate(clusters * clusters)
    return { clusters, all, rows: own ? kernels.copyWhole(own) : all, out }
  })
  kernels.share(
    'linkClusters',
    buffers.map(({ clusters, all, rows, out }) => [
      ...links,
      graph.rows,
      rows.pointer,
      all.pointer,
      clusters,
      out.pointer,
    ]),
  )
  const tables = buffers.map(({ clusters, out }) => matrix(clusters, clusters, out.f64.slice()))
  kernels.release(mark)
  return tables
}

/**
 * How far links stay inside clusters beyond what the same degrees would give by chance, from the links between clusters (k×k, `clusterLinks`): 0 as by chance, towards 1 for many
 * separate clusters. It falls when a cluster is split and when two are merged. O(k²). Source: Newman and Girvan, 2004.
 */
export function modularity({ rows, data }: Matrix): number {
  const degrees = new Float64Array(rows)
  let inside = 0
  let all = 0
  for (let a = 0; a < rows; a++) {
    inside += data[a * rows + a]
    for (let b = 0; b < rows; b++) degrees[a] += data[a * rows + b]
    all += degrees[a]
  }
  if (all === 0) return 0
  let chance = 0
  for (const degree of degrees) chance += (degree / all) * (degree / all)
  return inside / all - chance
}
