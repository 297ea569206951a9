import { type Matrix, matrix } from '../../src/numerics/linalg/matrix.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'

/** A matrix whose entries are drawn one after the other. */
export function filled(rows: number, columns: number, entry: (random: Random, j: number) => number): Matrix {
  const random = new Random(rows + columns)
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, (_, p) => entry(random, p % columns)),
  )
}

export const measured = (random: Random, j: number) => normal(random) * (j + 1)
export const counted = (random: Random, j: number) => (random.uniform() < 0.5 / (1 + (j % 7)) ? 1 + random.below(9) : 0)
