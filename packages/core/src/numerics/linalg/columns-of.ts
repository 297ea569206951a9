import { type Matrix, matrix } from './matrix.ts'

/** Columns begin … end − 1 of a matrix; a copy. */
export function columnsOf({ rows, columns, data }: Matrix, begin: number, end: number): Matrix {
  const result = matrix(rows, end - begin)
  for (let i = 0; i < rows; i++)
    result.data.set(data.subarray(i * columns + begin, i * columns + end), i * result.columns)
  return result
}
