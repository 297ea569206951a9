import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import { sparseIn, sparseOut, turnedIn } from '../runtime/kernels/sparse-blocks.ts'
import { workRanges } from '../runtime/kernels/work-ranges.ts'
import { pointersOf } from '../runtime/ranks/gather-rows.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import { share, shares } from '../runtime/ranks/share.ts'
import type { Neighbours } from './neighbour-lists.ts'
import { normaliseDegrees } from './normalise-degrees.ts'
import { sumGraphs } from './sum-graphs.ts'

/** Multiplications that the weight of a link is worth. */
const WEIGHT = 50

/**
 * The self-tuned neighbour graph, n×n symmetric with degrees taken out: w_ij = exp(−d²_ij / (σ_i·σ_j)) for the neighbours j of i, where σ_i is the distance
 * to the neighbour at 7/10 of the list (entries at distance Infinity are none), then A = (w + wᵀ)/2 and D^−½·A·D^−½. `place` gives the sample of each point where only some samples have a point.
 * σ_i·σ_j is at least 1e-12. Ranks give the lists of their own points (`place` is that of all), and get their own rows of the graph (own×n).
 * O(n · neighbours). Source: Zelnik-Manor and Perona, 2004.
 */
export function neighbourGraph(
  kernels: Kernels,
  neighbours: Neighbours,
  samples: number,
  ranks: Ranks,
  place?: Uint32Array,
): SparseMatrix {
  const subset = place && place.length < samples ? place : null
  const scales = ranks.allGather(localScales(neighbours))
  const first = rowRange(ranks, neighbours.samples).begin
  const range = share(samples, ranks.size, ranks.rank)
  const { values, indices, ends } = linkedLists(kernels, neighbours, first, scales)
  const pointers = new Uint32Array(range.end - range.begin + 1)
  for (let sample = range.begin, point = 0; sample < range.end; sample++) {
    if (!subset || subset[first + point] === sample) point++
    pointers[sample - range.begin + 1] = point > 0 ? ends[point - 1] : 0
  }
  if (subset) for (let p = 0; p < indices.length; p++) indices[p] = subset[indices[p]]
  const directed = { rows: range.end - range.begin, columns: samples, values, indices, pointers }
  const sum = sumGraphs(kernels, [directed, reversedLinks(kernels, ranks, directed)], [0.5, 0.5])
  return normaliseDegrees(sum, ranks, sum.values)
}

/** The weights and the other ends of the links of each list, and where each list ends. */
function linkedLists(
  kernels: Kernels,
  { samples, count, indices, squaredDistances }: Neighbours,
  first: number,
  scales: Float64Array,
): { values: Float64Array; indices: Uint32Array; ends: Uint32Array } {
  const mark = kernels.mark()
  const lists = [kernels.copyWhole(indices).pointer, kernels.copyIn(squaredDistances).pointer] as const
  const [values, sorted] = [kernels.allocate(indices.length), kernels.allocate(Math.ceil(indices.length / 2))]
  const ends = kernels.allocate(Math.ceil(samples / 2))
  const { pointer } = kernels.copyIn(scales)
  const ranges = workRanges(samples, 1, WEIGHT * count)
  kernels.share(
    'linkNeighbours',
    ranges.map(([begin, end]) => {
      const [whole, double] = [4 * begin * count, 8 * begin * count]
      const from = [lists[0] + whole, lists[1] + double, end - begin, count, first + begin, pointer] as const
      return [...from, values.pointer + double, sorted.pointer + whole, ends.pointer + 4 * begin]
    }),
  )
  const entries = { values: new Float64Array(indices.length), indices: new Uint32Array(indices.length) }
  const links = new Uint32Array(samples)
  let next = 0
  for (const [begin, end] of ranges) {
    const [rangeLinks, at] = [end > begin ? ends.i32[end - 1] : 0, begin * count]
    entries.values.set(values.f64.subarray(at, at + rangeLinks), next)
    entries.indices.set(sorted.i32.subarray(at, at + rangeLinks), next)
    for (let i = begin; i < end; i++) links[i] = next + ends.i32[i]
    next += rangeLinks
  }
  kernels.release(mark)
  return { values: entries.values.subarray(0, next), indices: entries.indices.subarray(0, next), ends: links }
}

/** σ of every point. */
function localScales({ samples, count, squaredDistances }: Neighbours): Float64Array {
  const scales = new Float64Array(samples)
  const seventh = Math.max(Math.ceil(0.7 * count) - 1, 0)
  for (let i = 0; count > 0 && i < samples; i++) {
    let chosen = seventh
    while (chosen > 0 && squaredDistances[i * count + chosen] === Infinity) chosen--
    scales[i] = Math.sqrt(squaredDistances[i * count + chosen])
  }
  return scales
}

/** This rank's rows (own×n) of Aᵀ, where every rank has its own rows of A (n×n): links go to the rank where they end, 16 bytes each. O(non-zeros). */
function reversedLinks(kernels: Kernels, ranks: Ranks, own: SparseMatrix): SparseMatrix {
  const turned = transposed(kernels, own)
  if (ranks.size === 1) return turned
  const { rank, size } = ranks
  const n = own.columns
  const { begin, end } = share(n, size, rank)
  const sendCounts = shares(n, size).map((to) => turned.pointers[to.end] - turned.pointers[to.begin])
  const counted = new Int32Array(size)
  ranks.allToAll(Int32Array.from(sendCounts), ones(size), counted, ones(size))
  const receiveCounts = Array.from(counted)
  const length = receiveCounts.reduce((sum, count) => sum + count, 0)
  const ends = new Int32Array(length)
  const begins = new Int32Array(length)
  const links = new Float64Array(length)
  ranks.allToAll(rowOfEntries(turned), sendCounts, ends, receiveCounts)
  ranks.allToAll(
    Int32Array.from(turned.indices, (i) => begin + i),
    sendCounts,
    begins,
    receiveCounts,
  )
  ranks.allToAll(turned.values, sendCounts, links, receiveCounts)
  // Links come by rank, and so by where they begin: putting each behind the last of its row keeps that order.
  const lengths = new Uint32Array(end - begin)
  for (const j of ends) lengths[j - begin]++
  const pointers = pointersOf(lengths)
  const next = pointers.slice()
  const indices = new Uint32Array(length)
  const values = new Float64Array(length)
  for (let p = 0; p < length; p++) {
    const q = next[ends[p] - begin]++
    indices[q] = begins[p]
    values[q] = links[p]
  }
  return { rows: end - begin, columns: n, values, indices, pointers }
}

/** Aᵀ (d×n) of A (n×d), columns ascending whatever their order was. O(non-zeros). */
export function transposed(kernels: Kernels, a: SparseMatrix): SparseMatrix {
  const mark = kernels.mark()
  const turned = turnedIn(kernels, sparseIn(kernels, a), a.rows, a.columns)
  const result = sparseOut(turned, a.columns, a.rows)
  kernels.release(mark)
  return result
}

/** The row of every entry. */
export function rowOfEntries({ rows, pointers }: SparseMatrix): Int32Array {
  const result = new Int32Array(pointers[rows])
  for (let i = 0; i < rows; i++) result.fill(i, pointers[i], pointers[i + 1])
  return result
}

function ones(count: number): number[] {
  return Array.from({ length: count }, () => 1)
}
