import { type Matrix, matrix } from './matrix.ts'
import type { SparseMatrix } from './sparse-matrix.ts'

/** A dense matrix that is not in memory: its rows are read when they are needed, many times. */
export interface BlockedMatrix {
  readonly rows: number
  readonly columns: number
  /** Rows that are read at a time, a multiple of 4; nothing that is computed depends on it. */
  readonly blockRows: number
  /** Writes rows begin … end − 1 to the beginning of `to`, row by row; the same numbers each time. */
  readRows(begin: number, end: number, to: Float64Array): void
  /** True where the rows are made of numbers in memory, so that there may be room for what is made of them, too. */
  readonly inMemory?: boolean
  /** The rows at these positions, in that order, zeros where a position is −1, as a copy; absent where they are better read from where they lie. */
  copyRows?(positions: ArrayLike<number>): BlockedMatrix
}

/** The same, sparse. */
export interface BlockedSparseMatrix {
  readonly rows: number
  readonly columns: number
  readonly blockRows: number
  /** Rows begin … end − 1, columns ascending, `pointers` from 0; the same numbers each time. */
  readSparseRows(begin: number, end: number): Pick<SparseMatrix, 'values' | 'indices' | 'pointers'>
}

/** Rows in memory. */
export type HeldRows = Matrix | SparseMatrix

/**
 * The rows of a matrix that this process has, in their order, dense or sparse, in memory or read in blocks. What is computed from them is a fold over `blocksOf`: rows in memory are one block,
 * and sums go on from block to block (and, by `sumRows`, from rank to rank), so that the bytes are the same however rows are held.
 */
export type Rows = HeldRows | BlockedMatrix | BlockedSparseMatrix

/** Rows begin … end − 1 of a matrix, until the next block is asked for. */
interface RowBlock {
  begin: number
  end: number
  data: HeldRows
}

/** Bytes of a block, about: large enough for a disk, small beside what methods need. */
const BLOCK_BYTES = 1 << 25

/** Rows of a block of about 32 MiB in a matrix of `columns` columns, a multiple of 4. */
export function defaultBlockRows(columns: number): number {
  return Math.max(Math.floor(BLOCK_BYTES / (32 * columns)), 1) * 4
}

/** Rows in memory, in single precision perhaps, as those that are read in blocks. */
export function inBlocks({
  rows,
  columns,
  data,
}: Omit<Matrix, 'data'> & { data: Float64Array | Float32Array }): BlockedMatrix {
  const readRows = (begin: number, end: number, to: Float64Array) =>
    to.set(data.subarray(begin * columns, end * columns))
  return { rows, columns, blockRows: defaultBlockRows(columns), inMemory: true, readRows }
}

/** True for rows that are not in memory. */
export function isBlocked(a: Rows): a is BlockedMatrix | BlockedSparseMatrix {
  return 'blockRows' in a
}

/** True for rows of which only some entries are stored, in memory or not. */
export function hasSparseRows(a: Rows): a is SparseMatrix | BlockedSparseMatrix {
  return 'pointers' in a || 'readSparseRows' in a
}

/** All rows in their order, block by block; dense blocks are in one array that is used again. One pass over the matrix. */
export function* blocksOf(a: Rows): Generator<RowBlock, void> {
  const { rows, columns } = a
  if (!isBlocked(a)) {
    if (rows > 0) yield { begin: 0, end: rows, data: a }
    return
  }
  const buffer = 'readRows' in a ? new Float64Array(Math.min(a.blockRows, rows) * columns) : undefined
  for (let begin = 0; begin < rows; begin += a.blockRows) {
    const end = Math.min(begin + a.blockRows, rows)
    yield { begin, end, data: rowsBetween(a, begin, end, buffer) }
  }
}

/** Rows begin … end − 1 in memory: the very numbers of rows that are there already, else read, into `room` where it is given and they are dense. */
export function rowsBetween(a: Rows, begin: number, end: number, buffer?: Float64Array): HeldRows {
  const { columns } = a
  const rows = end - begin
  if ('readRows' in a) {
    const data = (buffer ?? new Float64Array(rows * columns)).subarray(0, rows * columns)
    a.readRows(begin, end, data)
    return matrix(rows, columns, data)
  }
  if ('readSparseRows' in a) return { rows, columns, ...a.readSparseRows(begin, end) }
  if (rows === a.rows) return a
  if (!('pointers' in a)) return matrix(rows, columns, a.data.subarray(begin * columns, end * columns))
  const [first, last] = [a.pointers[begin], a.pointers[end]]
  const pointers = a.pointers.slice(begin, end + 1).map((pointer) => pointer - first)
  return { rows, columns, values: a.values.subarray(first, last), indices: a.indices.subarray(first, last), pointers }
}

/** What `map` makes of the rows, `columns` wide and sparse or not: at once where they are in memory, else whenever they are read. `map` leaves the block it gets as it is, and may put dense rows to the `room` it is given. */
export function mapRows(
  a: Rows,
  { columns, sparse }: { columns: number; sparse: boolean },
  map: (block: HeldRows, begin: number, buffer?: Float64Array) => HeldRows,
): Rows {
  if (!isBlocked(a)) return map(a, 0)
  const { rows, blockRows } = a
  let buffer = new Float64Array(0)
  const read = (begin: number, end: number, to?: Float64Array) => {
    const length = 'readRows' in a ? (end - begin) * a.columns : 0
    if (buffer.length < length) buffer = new Float64Array(length)
    return map(rowsBetween(a, begin, end, buffer), begin, to)
  }
  if (sparse) return { rows, columns, blockRows, readSparseRows: (begin, end) => read(begin, end) as SparseMatrix }
  return {
    rows,
    columns,
    blockRows,
    inMemory: 'readRows' in a && a.inMemory,
    readRows(begin, end, to) {
      const { data } = read(begin, end, to) as Matrix
      if (data !== to) to.set(data)
    },
  }
}

/** The same rows with their stored entries changed in place: at once where they are in memory, so that only rows that nobody else has may be given, else whenever they are read. */
export function changeRows<R extends Rows>(a: R, change: (block: HeldRows, begin: number) => void): R
export function changeRows(a: Rows, change: (block: HeldRows, begin: number) => void): Rows {
  if (!isBlocked(a)) {
    change(a, 0)
    return a
  }
  const changed = (begin: number, end: number, buffer?: Float64Array) => {
    const block = rowsBetween(a, begin, end, buffer)
    change(block, begin)
    return block
  }
  const { rows, columns, blockRows } = a
  if ('readRows' in a) {
    const readRows = (begin: number, end: number, to: Float64Array) => void changed(begin, end, to)
    return { rows, columns, blockRows, inMemory: a.inMemory, readRows }
  }
  return { rows, columns, blockRows, readSparseRows: (begin, end) => changed(begin, end) as SparseMatrix }
}
