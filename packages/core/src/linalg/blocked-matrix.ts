/** A dense matrix that is not in memory: its rows are read when they are needed, many times. */
export interface BlockedMatrix {
  readonly rows: number
  readonly columns: number
  /** Rows that are read at a time, a multiple of 4; nothing that is computed depends on it. */
  readonly blockRows: number
  /** Writes rows begin … end − 1 to the beginning of `to`, row by row; the same numbers each time. */
  readRows(begin: number, end: number, to: Float64Array): void
}

/** Rows begin … end − 1 of a matrix, row by row in `data`, until the next block. */
export interface RowBlock {
  begin: number
  end: number
  data: Float64Array
}

/** Bytes of a block, about: large enough for a disk, small beside what methods need. */
const BLOCK_BYTES = 1 << 25

/** Rows of a block of about 32 MiB in a matrix of `columns` columns, a multiple of 4. */
export function defaultBlockRows(columns: number): number {
  return Math.max(Math.floor(BLOCK_BYTES / (32 * columns)), 1) * 4
}

/** All rows in their order, block by block, in one array that is used again. One pass over the matrix. */
export function* blocksOf(a: BlockedMatrix): Generator<RowBlock, void> {
  const { rows, columns, blockRows } = a
  const buffer = new Float64Array(Math.min(blockRows, rows) * columns)
  for (let begin = 0; begin < rows; begin += blockRows) {
    const end = Math.min(begin + blockRows, rows)
    const data = buffer.subarray(0, (end - begin) * columns)
    a.readRows(begin, end, data)
    yield { begin, end, data }
  }
}

/** The same matrix with every block changed in place as it is read, for example rows brought to unit length; `change` may look at the block only, and sees whole rows. */
export function mappedRows(a: BlockedMatrix, change: (data: Float64Array, begin: number) => void): BlockedMatrix {
  return {
    rows: a.rows,
    columns: a.columns,
    blockRows: a.blockRows,
    readRows(begin, end, to) {
      a.readRows(begin, end, to)
      change(to.subarray(0, (end - begin) * a.columns), begin)
    },
  }
}
