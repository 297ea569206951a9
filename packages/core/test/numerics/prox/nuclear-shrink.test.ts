import { describe, expect, it } from 'vitest'
import { type Matrix, matrix, multiply, multiplyTranspose, squaredNorm } from '../../../src/numerics/linalg/matrix.ts'
import { svd } from '../../../src/numerics/linalg/svd.ts'
import { nuclearShrink, softThreshold } from '../../../src/numerics/prox/nuclear-shrink.ts'
import { Random } from '../../../src/numerics/random/random.ts'

function randomMatrix(rows: number, columns: number, rank = Math.min(rows, columns)): Matrix {
  const random = new Random(rows * 100 + columns)
  const part = (m: number, n: number) =>
    matrix(
      m,
      n,
      Float64Array.from({ length: m * n }, () => 2 * random.uniform() - 1),
    )
  return multiply(part(rows, rank), part(rank, columns))
}

const norm = (a: Matrix) => Math.sqrt(squaredNorm(a.data))
const subtract = (a: Matrix, b: Matrix) =>
  matrix(
    a.rows,
    a.columns,
    a.data.map((value, i) => value - b.data[i]),
  )

describe('nuclearShrink', () => {
  const cases = [
    randomMatrix(1, 1),
    randomMatrix(7, 7),
    randomMatrix(200, 5),
    randomMatrix(5, 200),
    randomMatrix(30, 20, 3),
  ]

  it('meets the optimality conditions of ½‖Y − A‖² + τ‖Y‖⁎', () => {
    for (const a of cases)
      for (const tau of [0.1, 1, 3]) {
        const { matrix: y, nuclearNorm } = nuclearShrink(a, tau)
        const rest = subtract(a, y)
        const tolerance = 20 * Number.EPSILON * Math.max(a.rows, a.columns) * (norm(a) + 1)
        // A − Y has no singular value above τ, and ⟨A − Y, Y⟩ = τ‖Y‖⁎.
        expect(svd(rest).s[0]).toBeLessThanOrEqual(tau + tolerance)
        const inner = rest.data.reduce((sum, value, i) => sum + value * y.data[i], 0)
        expect(Math.abs(inner - tau * nuclearNorm)).toBeLessThanOrEqual(tolerance * (norm(a) + 1))
        expect(Math.abs(svd(y).s.reduce((sum, value) => sum + value, 0) - nuclearNorm)).toBeLessThanOrEqual(
          tolerance * 10,
        )
      }
  })

  it('gives zero when τ reaches the largest singular value, and the matrix itself for τ = 0', () => {
    for (const a of cases) {
      const tolerance = 20 * Number.EPSILON * Math.max(a.rows, a.columns) * norm(a)
      expect(nuclearShrink(a, 1.001 * svd(a).s[0])).toEqual({ matrix: matrix(a.rows, a.columns), nuclearNorm: 0 })
      expect(norm(subtract(nuclearShrink(a, 0).matrix, a))).toBeLessThanOrEqual(tolerance)
    }
    expect(nuclearShrink(matrix(4, 3), 0).matrix).toEqual(matrix(4, 3))
  })

  it('commutes with rotations', () => {
    const a = randomMatrix(40, 6)
    const { v } = svd(randomMatrix(6, 6))
    const rotated = nuclearShrink(multiply(a, v), 0.7).matrix
    const difference = subtract(multiplyTranspose(rotated, v), nuclearShrink(a, 0.7).matrix)
    expect(norm(difference)).toBeLessThanOrEqual(100 * Number.EPSILON * 40 * norm(a))
  })

  it('does not change its argument', () => {
    const a = randomMatrix(9, 4)
    const copy = a.data.slice()
    nuclearShrink(a, 0.5)
    expect(a.data).toEqual(copy)
  })
})

const edges = [0, -0, 1, -1, 0.5, -0.5, 1e300, -1e300, 5e-324, -5e-324, 0.3]

function randomValues(length: number): Float64Array {
  const random = new Random(length)
  return Float64Array.from({ length }, (_, i) => edges[i] ?? 4 * random.uniform() - 2)
}

it('softThreshold meets the optimality condition of ½(y − x)² + t·|y|', () => {
  for (const t of [0, 0.5, 1, 3]) {
    const x = randomValues(500)
    softThreshold(x, t).forEach((y, i) => {
      // x − y is t·sign(y) where y is not 0, and at most t in size where it is.
      if (y === 0) expect(Math.abs(x[i])).toBeLessThanOrEqual(t)
      else expect(Math.abs(x[i] - y - t * Math.sign(y))).toBeLessThanOrEqual(2 * Number.EPSILON * Math.abs(x[i]))
    })
  }
})

it('softThreshold with threshold 0 changes nothing, and never its argument', () => {
  const x = randomValues(50)
  const copy = x.slice()
  expect(softThreshold(x, 0).every((y, i) => y === x[i])).toBe(true)
  softThreshold(x, 1)
  expect(x).toEqual(copy)
})
