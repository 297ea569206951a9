import type { Progress } from '@manyview/core'
import { type Matrix, matrix, type Partition, type SparseMatrix } from '@manyview/core/numerics'
import type { Card } from '../card.ts'
import { BUILTINS, GROUP } from '../dense/dense-kernels.ts'

/** Rows whose links are added up in one table, in whole numbers of 2⁻¹⁵. The links of s rows of two normalised graphs weigh at most 2·√(s·n) together, which overflows nothing up to 4 million samples. */
const SHARE = 1024
const UNIT = 2 ** 15

/**
 * Adds the weights of links between clusters up, one table (clusters × clusters) per share of the rows. Whole numbers, so that the order in which threads come does not matter.
 */
export const clusterLinksKernel = /* wgsl */ `
struct Settings { rows: u32, clusters: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> pointers: array<u32>;
@group(0) @binding(2) var<storage, read> indices: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<f32>;
@group(0) @binding(4) var<storage, read> labels: array<u32>;
@group(0) @binding(5) var<storage, read_write> tables: array<atomic<u32>>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let row = (${GROUP}) * 256u + thread;
  if (row >= settings.rows) { return; }
  let table = ((row / ${SHARE}u) * settings.clusters + labels[row]) * settings.clusters;
  for (var p = pointers[row]; p < pointers[row + 1u]; p++) {
    atomicAdd(&tables[table + labels[indices[p]]], u32(values[p] * ${UNIT}.0 + 0.5));
  }
}
`

/** The links between the clusters of each partition (clusters × clusters) in a graph (n×n) of weights from 0 to 1. O(links · partitions). */
export function* clusterLinks(
  card: Card,
  graph: SparseMatrix,
  partitions: readonly Partition[],
): Generator<Progress, Matrix[]> {
  const room = card.room()
  try {
    const sparse = [room.integers(graph.pointers), room.integers(graph.indices), room.singles(graph.values)]
    const shares = Math.ceil(graph.rows / SHARE)
    const result: Matrix[] = []
    for (const [b, { labels, clusters }] of partitions.entries()) {
      const inner = card.room()
      const tables = inner.empty(shares * clusters * clusters)
      const buffers = [...sparse, inner.integers(labels), tables]
      card.run(clusterLinksKernel, [graph.rows, clusters], buffers, Math.ceil(graph.rows / 256))
      const progress = { stage: 'members', iteration: b + 1, total: partitions.length }
      const sums = new Uint32Array(yield* card.read(tables, shares * clusters * clusters, progress))
      inner.free()
      const links = matrix(clusters, clusters)
      for (let p = 0; p < sums.length; p++) links.data[p % (clusters * clusters)] += sums[p] / UNIT
      result.push(links)
    }
    return result
  } finally {
    room.free()
  }
}
