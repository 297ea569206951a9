import type { Matrix, Progress, SparseMatrix } from '@manyview/core'
import { matrix } from '@manyview/core/numerics'
import type { Partition } from '@manyview/core/runtime'
import type { Card } from '../card.ts'
import { bits } from '../dense/bits.ts'
import { BUILTINS, GROUP } from '../dense/dense-kernels.ts'
import { uploadGraph } from '../graph/card-graph.ts'
import { LABEL_OF, packLabels } from './packed-labels.ts'

/** Rows whose links are added up in one table. */
const SHARE = 1024

/** Links are added up in whole numbers of 2⁻¹⁵ or, past 4 million samples, more: those of s rows of two normalised graphs weigh at most 2·√(s·n) together, which must stay below 2³². */
function unitFor(samples: number): number {
  let unit = 2 ** 15
  while (2 * Math.sqrt(SHARE * samples) * unit >= 2 ** 32) unit /= 2
  return unit
}

/**
 * Adds the weights of links between clusters up, one table (clusters × clusters) per share of the rows. Whole numbers, so that the order in which threads come does not matter.
 */
export const clusterLinksKernel = /* wgsl */ `
struct Settings { rows: u32, clusters: u32, which: u32, stride: u32, perWord: u32, unit: f32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> pointers: array<u32>;
@group(0) @binding(2) var<storage, read> indices: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<f32>;
@group(0) @binding(4) var<storage, read> labels: array<u32>;
@group(0) @binding(5) var<storage, read_write> tables: array<atomic<u32>>;
${LABEL_OF}
@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let row = (${GROUP}) * 256u + thread;
  if (row >= settings.rows) { return; }
  let cluster = labelOf(settings.which, row);
  let table = ((row / ${SHARE}u) * settings.clusters + cluster) * settings.clusters;
  for (var p = pointers[row]; p < pointers[row + 1u]; p++) {
    atomicAdd(&tables[table + labelOf(settings.which, indices[p])], u32(values[p] * settings.unit + 0.5));
  }
}
`

/** Adds the tables of all shares up and empties them; sums are pairs, the lower half first. */
export const addTablesKernel = /* wgsl */ `
struct Settings { cells: u32, shares: u32, first: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read_write> tables: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<vec2u>;

@compute @workgroup_size(64)
fn main(${BUILTINS}) {
  let cell = (${GROUP}) * 64u + thread;
  if (cell >= settings.cells) { return; }
  var low = 0u;
  var high = 0u;
  for (var share = 0u; share < settings.shares; share++) {
    let place = share * settings.cells + cell;
    let next = low + tables[place];
    if (next < low) { high++; }
    low = next;
    tables[place] = 0u;
  }
  sums[settings.first + cell] = vec2u(low, high);
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
    const { pointers, indices, values } = uploadGraph(room, graph)
    const packed = packLabels(room, partitions, graph.rows)
    const unit = unitFor(graph.rows)
    const shares = Math.ceil(graph.rows / SHARE)
    const cells = partitions.map(({ clusters }) => clusters * clusters)
    const tables = room.empty(shares * Math.max(...cells, 1))
    const sums = room.empty(2 * cells.reduce((total, count) => total + count, 0))
    let first = 0
    for (const [b, { clusters }] of partitions.entries()) {
      const settings = [graph.rows, clusters, b, packed.stride, packed.perWord, ...bits(unit)]
      const buffers = [pointers, indices, values, packed.buffer, tables]
      card.run(clusterLinksKernel, settings, buffers, Math.ceil(graph.rows / 256))
      card.run(addTablesKernel, [cells[b], shares, first], [tables, sums], Math.ceil(cells[b] / 64))
      first += cells[b]
    }
    const progress = { stage: 'members', iteration: partitions.length, total: partitions.length }
    const words = new Uint32Array(yield* card.read(sums, 2 * first, progress))
    let at = 0
    return partitions.map(({ clusters }) => {
      const links = matrix(clusters, clusters)
      for (let p = 0; p < links.data.length; p++, at += 2) links.data[p] = (words[at + 1] * 2 ** 32 + words[at]) / unit
      return links
    })
  } finally {
    room.free()
  }
}
