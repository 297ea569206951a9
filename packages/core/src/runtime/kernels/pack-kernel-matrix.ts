import { storedValues } from '../../numerics/linalg/integer-matrix.ts'
import type { Matrix } from '../../numerics/linalg/matrix.ts'
import type { Block, KernelCall, Kernels } from './kernels.ts'
import { paddedToFour } from './pack-matrix.ts'

/** Numbers that are copied to the kernels' memory at a time. */
const PIECE = 500_000
/** Numbers of a call, about: they stay in the cache between the passes over them. */
const CALL = 62_500

/** Rows that are in the kernels' memory already, as they were read, with rows of zeros up to a multiple of 4; whoever packs them may change them. */
export interface RawRows {
  readonly rows: number
  readonly columns: number
  readonly raw: Block
}

/** Rows that are in the kernels' memory already, packed. */
export interface PackedRows {
  readonly rows: number
  readonly columns: number
  readonly packed: Block
}

/** How rows are packed. */
export interface PackOptions {
  /** In single precision; default false. */
  single?: boolean
  /** Each row divided by its length, as `unitRows` does; default false. */
  unit?: boolean
}

/**
 * Packs X (n×d) as `packMatrixInto` does, on all threads of the kernels' pool; gives the squared lengths of rows that were brought to unit length, else nothing.
 * O(n·d), memory for some 500,000 numbers for a while unless they are in the kernels' memory already.
 */
export function packResident(
  kernels: Kernels,
  packed: Block,
  x: Matrix | RawRows,
  { single = false, unit = false }: PackOptions = {},
): Float64Array {
  const { rows, columns } = x
  const mark = kernels.mark()
  const tall = paddedToFour(rows)
  const squares = kernels.allocate(unit ? tall : 0)
  const step = Math.max(4, paddedToFour(CALL / Math.max(1, columns)))
  const pack = (raw: Block, begin: number, count: number) => {
    const calls: KernelCall<'packRows'>[] = []
    for (let first = 0; first < count; first += step) {
      const last = Math.min(first + step, count)
      calls.push([raw.pointer, columns, begin, first, last, packed.pointer, tall, single ? 1 : 0])
    }
    if (!unit) kernels.share('packRows', calls)
    else
      kernels.share(
        'packUnitRows',
        calls.map((call) => [...call, squares.pointer]),
      )
  }
  if ('raw' in x) pack(x.raw, 0, tall)
  else {
    const numbers = storedValues(x)
    const pieceRows = Math.min(tall, paddedToFour(Math.max(1, PIECE / Math.max(1, columns))))
    const piece = kernels.allocate(pieceRows * columns)
    for (let begin = 0; begin < rows; begin += pieceRows) {
      const end = Math.min(begin + pieceRows, rows)
      piece.f64.set(numbers.subarray(begin * columns, end * columns))
      const count = paddedToFour(end - begin)
      piece.f64.fill(0, (end - begin) * columns, count * columns)
      pack(piece, begin, count)
    }
  }
  kernels.release(mark)
  return squares.f64.slice(0, rows)
}
