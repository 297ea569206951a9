import type { Matrix } from '../linalg/matrix.ts'
import type { Block, KernelCall, Kernels } from './kernels.ts'
import { paddedToFour } from './pack-matrix.ts'

/** Numbers that are copied to the kernels' memory at a time. */
const PIECE = 500_000
/** Calls that a piece is split into. */
const CALLS = 8

/** Packs X (n×d) as `packMatrixInto` does, in single precision with `single`, on all threads of the kernels' crew. O(n·d), memory for some 500,000 numbers for a while. */
export function packResident(kernels: Kernels, packed: Block, { rows, columns, data }: Matrix, single = false): void {
  const mark = kernels.mark()
  const tall = paddedToFour(rows)
  const pieceRows = Math.min(tall, paddedToFour(Math.max(1, PIECE / Math.max(1, columns))))
  const piece = kernels.allocate(pieceRows * columns)
  const step = Math.max(4, paddedToFour(pieceRows / CALLS))
  for (let begin = 0; begin < rows; begin += pieceRows) {
    const end = Math.min(begin + pieceRows, rows)
    piece.f64.set(data.subarray(begin * columns, end * columns))
    const count = paddedToFour(end - begin)
    piece.f64.fill(0, (end - begin) * columns, count * columns)
    const calls: KernelCall<'packRows'>[] = []
    for (let first = 0; first < count; first += step) {
      const last = Math.min(first + step, count)
      calls.push([piece.pointer, columns, begin, first, last, packed.pointer, tall, single ? 1 : 0])
    }
    kernels.share('packRows', calls)
  }
  kernels.release(mark)
}
