import { type Matrix, matrix } from '../../src/numerics/linalg/matrix.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'

/** Draws a matrix of numbers between −½ and ½ by a seed, or by a generator, which it advances. */
export function randomMatrix(rows: number, columns: number, source: number | Random): Matrix {
  return drawn(rows, columns, source, (random) => random.uniform() - 0.5)
}

/** Draws a matrix of standard normal numbers by a seed, or by a generator, which it advances. */
export function normalMatrix(rows: number, columns: number, source: number | Random): Matrix {
  return drawn(rows, columns, source, normal)
}

function drawn(rows: number, columns: number, source: number | Random, draw: (random: Random) => number): Matrix {
  const random = typeof source === 'number' ? new Random(source) : source
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => draw(random)),
  )
}
