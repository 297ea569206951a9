import { rowsBetween } from '../numerics/linalg/rows.ts'
import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import { addressesOf, type SparseBlocks, sparseIn, sparseRoom } from '../runtime/kernels/sparse-blocks.ts'

/** Links that a thread adds up at a time, about, and the number of such pieces in the kernels' memory together. */
const PIECE = 131_072
const PIECES = 8

/** Σ weights[g] · graphs[g] of sparse matrices of one size, columns ascending in all; links are added in the order of the graphs, on all threads. O(non-zeros · graphs). */
export function sumGraphs(kernels: Kernels, graphs: readonly SparseMatrix[], weights: readonly number[]): SparseMatrix {
  const [{ rows, columns }] = graphs
  const most = graphs.reduce((sum, graph) => sum + graph.indices.length, 0)
  const pointers = new Uint32Array(rows + 1)
  const indices = new Uint32Array(most)
  const values = new Float64Array(most)
  const height = Math.max(1, Math.floor((rows * PIECE) / Math.max(most, 1)))
  let next = 0
  for (let first = 0; first < rows; first += PIECES * height) {
    const mark = kernels.mark()
    const begins = Array.from({ length: PIECES }, (_, p) => first + p * height).filter((begin) => begin < rows)
    const pieces = begins.map((begin) => ({ begin, end: Math.min(begin + height, rows) }))
    for (const [p, { values: links, indices: others, pointers: ends }] of sumsOf(
      kernels,
      graphs,
      weights,
      pieces,
    ).entries()) {
      const { begin, end } = pieces[p]
      const count = ends.i32[end - begin]
      values.set(links.f64.subarray(0, count), next)
      indices.set(others.i32.subarray(0, count), next)
      for (let i = begin; i < end; i++) pointers[i + 1] = next + ends.i32[i - begin + 1]
      next += count
    }
    kernels.release(mark)
  }
  // What was never written takes no memory, a copy would.
  return { rows, columns, values: values.subarray(0, next), indices: indices.subarray(0, next), pointers }
}

/** The sums of some rows, piece by piece, in the kernels' memory. */
function sumsOf(
  kernels: Kernels,
  graphs: readonly SparseMatrix[],
  weights: readonly number[],
  pieces: readonly { begin: number; end: number }[],
): SparseBlocks[] {
  const [first, ...others] = graphs.map((graph) =>
    pieces.map(({ begin, end }) => sparseIn(kernels, rowsBetween(graph, begin, end) as SparseMatrix)),
  )
  if (others.length === 0) others.push(pieces.map(({ begin, end }) => noLinks(kernels, end - begin)))
  return others.reduce((sums, graph, g) => {
    const rooms = pieces.map(({ begin, end }, p) =>
      sparseRoom(kernels, end - begin, sums[p].values.length + graph[p].values.length),
    )
    // What is a sum already has its weights.
    const [weight, other] = [g === 0 ? weights[0] : 1, weights[g + 1] ?? 0]
    kernels.share(
      'addGraphs',
      pieces.map(({ begin, end }, p) => [
        ...addressesOf(sums[p]),
        weight,
        ...addressesOf(graph[p]),
        other,
        end - begin,
        ...addressesOf(rooms[p]),
      ]),
    )
    return rooms
  }, first)
}

function noLinks(kernels: Kernels, rows: number): SparseBlocks {
  const nothing = sparseRoom(kernels, rows, 0)
  nothing.pointers.i32.fill(0)
  return nothing
}
