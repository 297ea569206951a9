import type { Matrix } from '@manyview/core'
import { matrix, type Random } from '@manyview/core/numerics'

/** rows × columns of numbers between −½ and ½. */
export function randomMatrix(random: Random, rows: number, columns: number): Matrix {
  const data = Float64Array.from({ length: rows * columns }, () => random.uniform() - 0.5)
  return matrix(rows, columns, data)
}
