import { type Matrix, matrix } from '../../numerics/linalg/matrix.ts'
import type { Ranks } from './ranks.ts'

/** Which of all rows are this rank's, when every rank has some of them in the order of the ranks. */
export interface RowRange {
  /** Rows of all ranks. */
  total: number
  begin: number
  end: number
}

/** Tells all ranks how many rows each has; `own` is this rank's number. */
export function rowRange(ranks: Ranks, own: number): RowRange {
  const counts = ranks.allGather(Float64Array.of(own))
  const sum = (some: Float64Array) => some.reduce((total, count) => total + count, 0)
  const begin = sum(counts.subarray(0, ranks.rank))
  return { total: sum(counts), begin, end: begin + own }
}

/** This rank's rows of a matrix that it has whole; the matrix itself where those are all. */
export function ownRows({ begin, end }: RowRange, all: Matrix): Matrix {
  if (end - begin === all.rows) return all
  return matrix(end - begin, all.columns, all.data.slice(begin * all.columns, end * all.columns))
}
