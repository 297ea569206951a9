import type { Kernels } from '../../runtime/kernels/kernels.ts'
import { storedValues } from './integer-matrix.ts'
import type { Matrix } from './matrix.ts'
import type { SparseMatrix } from './sparse-matrix.ts'

/** Numbers in the kernels' memory at a time: 512 KiB. */
const PIECE = 65_536

/** Makes the sparse matrix with the entries of a dense one if at most the share `density` of them is not zero, else null. O(entries). */
export function toSparse(kernels: Kernels, x: Matrix, density: number): SparseMatrix | null {
  const { rows, columns } = x
  const numbers = storedValues(x)
  const mark = kernels.mark()
  const most = Math.floor(density * numbers.length)
  const pieceRows = Math.max(1, Math.floor(PIECE / Math.max(1, columns)))
  const piece = kernels.allocate(Math.min(pieceRows, rows) * columns)
  const values = kernels.allocate(most)
  const indices = kernels.allocate(Math.ceil(most / 2))
  const ends = kernels.allocate(Math.ceil(rows / 2))
  let count = 0
  for (let begin = 0; begin < rows && count >= 0; begin += pieceRows) {
    const end = Math.min(begin + pieceRows, rows)
    piece.f64.set(numbers.subarray(begin * columns, end * columns))
    const to = [values.pointer, indices.pointer, ends.pointer + 4 * begin] as const
    count = kernels.call.collectEntries(piece.pointer, end - begin, columns, count, most, ...to)
  }
  kernels.release(mark)
  if (count < 0) return null
  const pointers = new Uint32Array(rows + 1)
  pointers.set(ends.i32.subarray(0, rows), 1)
  const columnIndices = new Uint32Array(indices.i32.subarray(0, count))
  return { rows, columns, values: values.f64.slice(0, count), indices: columnIndices, pointers }
}
