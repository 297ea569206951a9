import { type Matrix, matrix } from './matrix.ts'
import type { SparseMatrix } from './sparse-matrix.ts'

/** A dense matrix that is not in memory: its rows are read whenever they are needed, many times. */
export interface BlockedMatrix {
  readonly rows: number
  readonly columns: number
  /** Rows that are read at a time, a multiple of 4; no result depends on it. */
  readonly blockRows: number
  /** Writes rows begin … end − 1 to the beginning of `to`, row by row; the same numbers each time. */
  readRows(begin: number, end: number, to: Float64Array): void
  /** True where the rows are made of numbers in memory, so that a copy may fit there, too. */
  readonly inMemory?: boolean
  /** Copies the rows at these positions, in that order, zeros where a position is −1; absent where they are better read from where they lie. */
  copyRows?(positions: ArrayLike<number>): BlockedMatrix
}

/** A sparse matrix that is not in memory: its rows are read whenever they are needed, many times. */
export interface BlockedSparseMatrix {
  readonly rows: number
  readonly columns: number
  readonly blockRows: number
  /** Reads rows begin … end − 1, columns ascending, `pointers` from 0; the same numbers each time. */
  readSparseRows(begin: number, end: number): Pick<SparseMatrix, 'values' | 'indices' | 'pointers'>
}

/** Rows that are in memory. */
export type HeldRows = Matrix | SparseMatrix

/**
 * The rows of a matrix that this process has, in their order, dense or sparse, in memory or read in blocks. What is computed from them is a fold over `blocksOf`: rows in memory are one block,
 * and sums go on from block to block (and, by `sumRows`, from rank to rank), so that the bytes are the same however rows are held.
 */
export type Rows = HeldRows | BlockedMatrix | BlockedSparseMatrix

/** Rows begin … end − 1 of a matrix; `data` is valid until the next block is read. */
interface RowBlock {
  begin: number
  end: number
  data: HeldRows
}

/** Bytes per block, about: large enough for a disk, small beside what methods need. */
const BLOCK_BYTES = 1 << 25

/** Counts the rows of a block of about 32 MiB in a matrix of `columns` columns, a multiple of 4. */
export function defaultBlockRows(columns: number): number {
  return Math.max(Math.floor(BLOCK_BYTES / (32 * columns)), 1) * 4
}

/** Presents rows in memory, perhaps in single precision, as rows that are read in blocks. */
export function inBlocks({
  rows,
  columns,
  data,
}: Omit<Matrix, 'data'> & { data: Float64Array | Float32Array }): BlockedMatrix {
  const readRows = (begin: number, end: number, to: Float64Array) =>
    to.set(data.subarray(begin * columns, end * columns))
  return { rows, columns, blockRows: defaultBlockRows(columns), inMemory: true, readRows }
}

/** Tells whether rows are read in blocks rather than in memory. */
export function isBlocked(a: Rows): a is BlockedMatrix | BlockedSparseMatrix {
  return 'blockRows' in a
}

/** Tells whether only some entries of the rows are stored, in memory or not. */
export function hasSparseRows(a: Rows): a is SparseMatrix | BlockedSparseMatrix {
  return 'pointers' in a || 'readSparseRows' in a
}

/** Yields all rows in their order, block by block; dense blocks share one array. One pass over the matrix. */
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

/** Returns rows begin … end − 1 in memory: a view of rows that are there already, else they are read, dense ones into `buffer` where there is one. */
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

/**
 * Applies `map`, whose rows are `columns` wide and sparse or not: at once to rows in memory, to others whenever they are read. `map` must not change the block it gets, and may write dense rows to
 * `buffer`.
 */
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

/** Changes the stored entries of rows in place: at once where they are in memory, so the caller must be the only owner, else whenever they are read. */
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
