import type { Kernels } from '../kernels/kernels.ts'
import { addressesOf, type SparseBlocks, sparseIn, sparseRoom } from '../kernels/sparse-blocks.ts'
import { rowsBetween } from '../linalg/rows.ts'
import type { SparseMatrix } from '../linalg/sparse-matrix.ts'

/** Links that are in the kernels' memory at a time, about. */
const PIECE = 1_048_576

/** Σ weights[g] · graphs[g] of sparse matrices of one size, columns ascending in all; links are added in the order of the graphs. O(non-zeros · graphs). */
export function sumGraphs(kernels: Kernels, graphs: readonly SparseMatrix[], weights: readonly number[]): SparseMatrix {
  const [{ rows, columns }] = graphs
  const most = graphs.reduce((sum, graph) => sum + graph.indices.length, 0)
  const pointers = new Uint32Array(rows + 1)
  const indices = new Uint32Array(most)
  const values = new Float64Array(most)
  const height = Math.max(1, Math.floor((rows * PIECE) / Math.max(most, 1)))
  let next = 0
  for (let begin = 0; begin < rows; begin += height) {
    const end = Math.min(begin + height, rows)
    const mark = kernels.mark()
    const nothing = sparseRoom(kernels, end - begin, 0)
    nothing.pointers.i32.fill(0)
    const sum = graphs
      .map((graph) => sparseIn(kernels, rowsBetween(graph, begin, end) as SparseMatrix))
      .reduce((all, graph, g) => added(kernels, all, graph, weights[g], end - begin), nothing)
    const ends = sum.pointers.i32
    const count = ends[end - begin]
    values.set(sum.values.f64.subarray(0, count), next)
    indices.set(sum.indices.i32.subarray(0, count), next)
    for (let i = begin; i < end; i++) pointers[i + 1] = next + ends[i - begin + 1]
    next += count
    kernels.release(mark)
  }
  return { rows, columns, values: values.slice(0, next), indices: indices.slice(0, next), pointers }
}

/** sum + weight · graph. */
function added(kernels: Kernels, sum: SparseBlocks, graph: SparseBlocks, weight: number, rows: number): SparseBlocks {
  const to = sparseRoom(kernels, rows, sum.values.length + graph.values.length)
  kernels.call.addGraphs(...addressesOf(sum), 1, ...addressesOf(graph), weight, rows, ...addressesOf(to))
  return to
}
