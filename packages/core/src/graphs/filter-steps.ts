import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import type { KernelCall, Kernels } from '../runtime/kernels/kernels.ts'
import { workRanges } from '../runtime/kernels/work-ranges.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { addressIn, VectorPanels } from './vector-panels.ts'

/** to ← a·graph·from + b·from + c·to for own rows of functions. */
export type FilterStep = (from: VectorPanels, to: VectorPanels, a: number, b: number, c: number) => void

/** Where the nodes of a graph are kept. */
export interface NodePlaces {
  /** The own node at each place, and the place of each node; null: ranks keep all as they stand. */
  order: Uint32Array
  places: Uint32Array | null
  /** What rows and columns of the graph are multiplied by, for all nodes. */
  scales?: Float64Array
  /** The first own node. */
  begin: number
}

/** The steps of a filter in single precision. */
export function filterSteps(
  kernels: Kernels,
  graph: SparseMatrix,
  nodes: NodePlaces,
  ranks: Ranks,
  width: number,
): FilterStep {
  const { rows, columns } = graph
  const entries = graph.values.length
  const values = kernels.allocate(Math.ceil(entries / 2))
  const indices = kernels.allocate(Math.ceil(entries / 2))
  const pointers = kernels.allocate(Math.ceil((rows + 1) / 2))
  layOut(graph, nodes, values.f32, indices.i32, pointers.i32)
  const all = ranks.size > 1 ? new VectorPanels(kernels, columns, width) : null
  const ranges = workRanges(rows, 4, (entries / Math.max(rows, 1)) * width)
  const sparse = [values.pointer, indices.pointer, pointers.pointer] as const
  return (from, to, a, b, c) => {
    if (all) gatherInto(all, from, ranks)
    const calls = from.panels.flatMap(({ begin, columns }, p): KernelCall<'filterGraph'>[] => {
      const source = addressIn(from, begin)
      const x = all ? addressIn(all, all.panels[p].begin) : source
      return ranges.map((range) => [...sparse, x, source, columns, addressIn(to, begin), a, b, c, ...range])
    })
    kernels.share('filterGraph', calls)
  }
}

/** Functions on the nodes of all ranks, from those on the own ones. */
function gatherInto(all: VectorPanels, own: VectorPanels, ranks: Ranks): void {
  own.panels.forEach(({ begin, columns }, p) => {
    // Ranks can send the bytes as whole numbers.
    const part = own.block.i32.slice(begin, begin + own.rows * columns)
    all.block.i32.set(ranks.allGather(part), all.panels[p].begin)
  })
}

/** The rows of a graph one after the other in an order, their entries where they were in the row, so that sums stay what they are, times the scales of their nodes. */
function layOut(
  graph: SparseMatrix,
  { order, places, scales, begin }: NodePlaces,
  values: Float32Array,
  indices: Int32Array,
  pointers: Int32Array,
): void {
  const { values: weights, indices: columns, pointers: begins } = graph
  let next = 0
  pointers[0] = 0
  for (let row = 0; row < order.length; row++) {
    const scale = scales ? scales[begin + order[row]] : 1
    for (let p = begins[order[row]]; p < begins[order[row] + 1]; p++) {
      const column = columns[p]
      values[next] = weights[p] * (scale * (scales ? scales[column] : 1))
      indices[next++] = places ? places[column] : column
    }
    pointers[row + 1] = next
  }
}
