import { describe, expect, it } from 'vitest'
import { InputError } from '../../../src/input-error.ts'
import { hermitianEigen } from '../../../src/numerics/linalg/hermitian-eigen.ts'
import { type Matrix, matrix } from '../../../src/numerics/linalg/matrix.ts'
import { polar } from '../../../src/numerics/linalg/polar.ts'
import { qr } from '../../../src/numerics/linalg/qr.ts'
import { solveSpd } from '../../../src/numerics/linalg/solve-spd.ts'
import { svd } from '../../../src/numerics/linalg/svd.ts'
import { largestEigen, symmetricEigen } from '../../../src/numerics/linalg/symmetric-eigen.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { orthogonality } from './ratios.ts'

const finite = [
  0,
  -0,
  1,
  -1,
  1,
  0,
  5e-324,
  -3e-320,
  2 ** -1022,
  1e-170,
  1e-16,
  1 + Number.EPSILON,
  1e16,
  1e170,
  Number.MAX_VALUE / 16,
]
const bad = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]

/** Entries drawn from few awkward numbers, so that equal, zero and wildly scaled rows and columns are common. */
function awkward(rows: number, columns: number, withBad: boolean, random: Random): Matrix {
  const few = Array.from({ length: 1 + random.below(4) }, () => finite[random.below(finite.length)])
  const a = matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => few[random.below(few.length)]),
  )
  if (withBad) a.data[random.below(a.data.length)] = bad[random.below(3)]
  return a
}

const mirrored = (a: Matrix, sign: 1 | -1): Matrix => {
  const n = a.rows
  const result = matrix(n, n, a.data.slice())
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) result.data[i * n + j] = i === j && sign < 0 ? 0 : sign * a.data[j * n + i]
  return result
}

/** MANYVIEW_ROUNDS and MANYVIEW_SEED make long runs of it; `npm run bench nightly` sets both. */
const matrices = 2000 * Number(process.env.MANYVIEW_ROUNDS ?? 1)
const draws = new Random(Number(process.env.MANYVIEW_SEED ?? 0))

describe('every decomposition returns', () => {
  it(`with orthonormal factors and convergence on ${matrices} awkward finite matrices`, () => {
    for (let seed = 0; seed < matrices; seed++) {
      const random = draws.split(seed)
      const a = awkward(1 + random.below(9), 1 + random.below(9), false, random)
      const n = a.rows
      const square = mirrored(awkward(n, n, false, random), 1)
      const { u, v, converged } = svd(a)
      const eigen = symmetricEigen(square)
      const complex = hermitianEigen(square, mirrored(awkward(n, n, false, random), -1))
      expect([converged, eigen.converged, complex.converged], `seed ${seed}`).toEqual([true, true, true])
      const p = polar(a)
      const tall = a.rows >= a.columns ? p : svd(p).v
      const worst = [u, v, eigen.vectors, qr(a).q, tall].map(orthogonality)
      expect(Math.max(...worst), `orthogonality with seed ${seed}`).toBeLessThanOrEqual(10)
      try {
        solveSpd(square, square)
      } catch (error) {
        expect(error).toBeInstanceOf(InputError)
      }
    }
  })

  it(`and says that it did not converge on ${matrices} matrices with NaN or infinity`, () => {
    for (let seed = 0; seed < matrices; seed++) {
      const random = draws.split(seed)
      const a = awkward(1 + random.below(9), 1 + random.below(9), true, random)
      const n = 1 + random.below(9)
      const square = awkward(n, n, true, random)
      // One triangle is read, so that the bad entry must be in both.
      square.data.forEach((value, i) => {
        if (!Number.isFinite(value)) square.data[(i % n) * n + Math.floor(i / n)] = value
      })
      const results = [svd(a), symmetricEigen(square), largestEigen(square, 1), hermitianEigen(square, matrix(n, n))]
      expect(
        results.some(({ converged }) => converged),
        `seed ${seed}`,
      ).toBe(false)
      expect(svd(a).s.every(Number.isNaN)).toBe(true)
      expect(symmetricEigen(square).values.every(Number.isNaN)).toBe(true)
      expect(polar(a).data.every(Number.isNaN)).toBe(true)
      qr(a)
    }
  })

  it('on matrices of equal columns, where rotations by half a right angle repeat', () => {
    for (const n of [40, 60, 102]) {
      const { s, converged } = svd(matrix(n, n, new Float64Array(n * n).fill(1)))
      expect(converged).toBe(true)
      expect(Math.abs(s[0] - n)).toBeLessThanOrEqual(10 * n * n * Number.EPSILON)
    }
  })
})
