import { type Matrix, matrix } from '../../src/numerics/linalg/matrix.ts'
import { Random } from '../../src/numerics/random/random.ts'

/** Numbers between −½ and ½. */
export function randomMatrix(rows: number, columns: number, seed: number): Matrix {
  const random = new Random(seed)
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => random.uniform() - 0.5),
  )
}
