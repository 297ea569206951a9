import { logGamma } from '../numerics/math/log-gamma.ts'

/** Samples by cluster (row) and level (column); every row and every column has some. */
export interface CountTable {
  counts: number[][]
  rowSums: number[]
  columnSums: number[]
  total: number
}

/** The table of some counts; clusters and levels without samples are left out. */
export function countTable(counts: readonly (readonly number[])[]): CountTable {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const rows = counts.filter((row) => sum(row) > 0)
  const kept = Array.from((rows[0] ?? []).keys()).filter((j) => rows.some((row) => row[j] > 0))
  const filled = rows.map((row) => kept.map((j) => row[j]))
  const columnSums = kept.map((_, j) => sum(filled.map((row) => row[j])))
  return { counts: filled, rowSums: filled.map(sum), columnSums, total: sum(columnSums) }
}

/** ln 0!, ln 1!, … ln count!. */
export function logFactorials(count: number): Float64Array {
  return Float64Array.from({ length: count + 1 }, (_, i) => logGamma(i + 1))
}
