import type { BlockedMatrix } from '../linalg/blocked-matrix.ts'

/** The rows of `a` at the positions `rows`, in that order, read one by one: slow where rows do not follow each other. */
export function rowsAt(a: BlockedMatrix, rows: ArrayLike<number>): BlockedMatrix {
  const { columns } = a
  return {
    rows: rows.length,
    columns,
    blockRows: a.blockRows,
    readRows(begin, end, to) {
      for (let i = begin; i < end; i++)
        a.readRows(rows[i], rows[i] + 1, to.subarray((i - begin) * columns, (i - begin + 1) * columns))
    },
  }
}
