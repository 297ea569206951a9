import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import type { Block, Kernels } from '../runtime/kernels/kernels.ts'
import { workRanges } from '../runtime/kernels/work-ranges.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import type { FilterStep, NodePlaces } from './filter-steps.ts'
import { addressIn, PANEL } from './vector-panels.ts'

/** The largest whole number of 16 bits: what the links of a node come to, and the size of the largest entry of a function. A sum of products then is below 2³⁰. */
const LARGEST = 32_767

/** Links that are laid out at a time. */
const AT_A_TIME = 1 << 22

/** The links of own nodes, two and two. */
interface PairedLinks {
  /** Two whole numbers of 16 bits per pair, in units of the node. */
  weights: Block
  indices: Block
  /** Where each node's pairs begin. */
  pointers: Block
  units: Block
}

/**
 * `filterSteps` with links and functions rounded to 16 bits where they are multiplied, so that half as much is fetched: twice as fast. Own entries and results stay in single precision. Functions are moved by 3e-5 of their largest
 * entry, links by 3e-5 of what those of a node come to, which stays. Widths are multiples of 16.
 */
export function roundedSteps(kernels: Kernels, graph: SparseMatrix, nodes: NodePlaces, ranks: Ranks): FilterStep {
  const { rows, columns } = graph
  const links = pairLinks(kernels, graph, nodes)
  const ownRows = kernels.allocate((rows * PANEL) / 4)
  const all = ranks.size > 1 ? kernels.allocate((columns * PANEL) / 4) : ownRows
  const ranges = workRanges(rows, 4, (graph.values.length / Math.max(rows, 1)) * PANEL)
  const peaks = kernels.allocate((ranges.length * PANEL) / 2)
  const [factors, scales] = [0, 1].map(() => kernels.allocate(PANEL / 2))
  const sparse = [links.weights.pointer, links.indices.pointer, links.pointers.pointer, links.units.pointer] as const
  return (from, to, a, b, c) => {
    for (const { begin } of from.panels) {
      const x = addressIn(from, begin)
      kernels.share(
        'functionPeaks',
        ranges.map((range, r) => [x, ...range, peaks.pointer + 4 * PANEL * r]),
      )
      largestPeaks(peaks.f32, ranks).forEach((peak, j) => {
        factors.f32[j] = peak > 0 ? LARGEST / peak : 0
        scales.f32[j] = peak / LARGEST
      })
      kernels.share(
        'roundFunctions',
        ranges.map((range) => [x, ...range, factors.pointer, ownRows.pointer]),
      )
      // Ranks can send the bytes as whole numbers.
      if (all !== ownRows) all.i32.set(ranks.allGather(ownRows.i32.slice(0, (rows * PANEL) / 2)))
      const y = addressIn(to, begin)
      kernels.share(
        'filterRounded',
        ranges.map((range) => [...sparse, all.pointer, scales.pointer, x, y, a, b, c, ...range]),
      )
    }
  }
}

/** The largest of the peaks of each function, over all ranges and ranks. */
function largestPeaks(peaks: Float32Array, ranks: Ranks): Float64Array {
  const row = new Float64Array(PANEL)
  for (let p = 0; p < peaks.length; p++) row[p % PANEL] = Math.max(row[p % PANEL], peaks[p])
  if (ranks.size === 1) return row
  const all = ranks.allGather(row)
  return row.map((_, j) => all.reduce((largest, peak, p) => (p % PANEL === j ? Math.max(largest, peak) : largest), 0))
}

/** The links of a graph as `filterRounded` takes them, node after node in an order; tests take other numbers at a time. */
export function pairLinks(
  kernels: Kernels,
  { rows, columns, pointers: ends, indices: others, values }: SparseMatrix,
  { order, places, scales, begin }: NodePlaces,
  atATime = AT_A_TIME,
): PairedLinks {
  const pointers = kernels.allocate(Math.ceil((rows + 1) / 2))
  pointers.i32[0] = 0
  for (let row = 0; row < rows; row++)
    pointers.i32[row + 1] = pointers.i32[row] + Math.ceil((ends[order[row] + 1] - ends[order[row]]) / 2)
  const pairs = pointers.i32[rows]
  const [weights, indices] = [kernels.allocate(Math.ceil(pairs / 2)), kernels.allocate(pairs)]
  const units = kernels.allocate(Math.ceil(rows / 2))
  const mark = kernels.mark()
  const at = places ? kernels.copyWhole(places).pointer : 0
  const scaled = kernels.copyIn(scales ?? new Float64Array(columns).fill(1)).pointer
  const to = [at, scaled, weights.pointer, indices.pointer, pointers.pointer, units.pointer] as const
  for (let first = 0, last = 0; first < rows; first = last) {
    do last++
    while (last < rows && ends[last + 1] - ends[first] <= atATime)
    const inner = kernels.mark()
    const from = ends[first]
    const links = kernels.copyIn(values.subarray(from, ends[last])).pointer
    const nodes = kernels.copyWhole(others.subarray(from, ends[last])).pointer
    const limits = kernels.copyWhole(ends.subarray(first, last + 1)).pointer
    kernels.share(
      'pairLinks',
      workRanges(last - first, 1, (8 * (ends[last] - from)) / (last - first)).map(([row, end]) => {
        const skipped = ends[first + row] - from
        const target = scaled + 8 * (begin + first + row)
        return [links + 8 * skipped, nodes + 4 * skipped, limits + 4 * row, end - row, first + row, target, ...to]
      }),
    )
    kernels.release(inner)
  }
  kernels.release(mark)
  return { weights, indices, pointers, units }
}
