import { describe, expect, it } from 'vitest'
import { InputError } from '../../../src/input-error.ts'
import { fromRows, identity, matrix, multiply } from '../../../src/numerics/linalg/matrix.ts'
import { solveSpd } from '../../../src/numerics/linalg/solve-spd.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { randomMatrix, randomOrthonormal, scaled, withSpectrum } from './matrix-types.ts'
import { frobenius } from './ratios.ts'

describe('solveSpd(a, b)', () => {
  for (const [name, factor] of [
    ['', 1],
    [' × √overflow', 1e154],
    [' × √underflow', 1e-154],
  ] as const)
    it(`has a backward error ratio of at most 10 up to a condition of 1e14${name}`, () => {
      for (const n of [1, 2, 5, 40, 102]) {
        const random = new Random(n)
        const basis = randomOrthonormal(n, n, random)
        const a = withSpectrum(
          basis,
          Array.from({ length: n }, (_, i) => 10 ** ((-14 * i) / n)),
          basis,
        )
        const b = randomMatrix(n, 3, random)
        const x = scaled(solveSpd(scaled(a, factor), b), factor)
        const back = multiply(a, x)
        const gap = frobenius(
          matrix(
            n,
            3,
            back.data.map((value, i) => value - b.data[i]),
          ),
        )
        expect(gap / (frobenius(a) * frobenius(x) * n * Number.EPSILON), `size ${n}`).toBeLessThanOrEqual(10)
      }
    })

  it('gives back b for the identity', () => {
    const b = randomMatrix(4, 2, new Random(1))
    expect(solveSpd(identity(4), b)).toEqual(b)
  })

  const wrong: [string, ReturnType<typeof matrix>][] = [
    [
      'indefinite',
      fromRows([
        [1, 2],
        [2, 1],
      ]),
    ],
    [
      'singular',
      fromRows([
        [1, 1],
        [1, 1],
      ]),
    ],
    ['zero', matrix(2, 2)],
    [
      'negative',
      fromRows([
        [-1, 0],
        [0, -1],
      ]),
    ],
    [
      'not a number',
      fromRows([
        [1, 0],
        [Number.NaN, 1],
      ]),
    ],
    [
      'infinite',
      fromRows([
        [Number.POSITIVE_INFINITY, 0],
        [0, 1],
      ]),
    ],
  ]
  it.each(wrong)('refuses a matrix that is %s', (_, a) => {
    expect(() => solveSpd(a, matrix(2, 1))).toThrow(InputError)
    expect(() => solveSpd(a, matrix(2, 1))).toThrow(/^a: not positive definite \(pivot \d is .*\), /)
  })

  it('names both shapes when they do not fit', () => {
    expect(() => solveSpd(identity(3), matrix(2, 1))).toThrow(
      'a: shapes do not fit (3×3 matrix and 2 rows on the right)',
    )
    expect(() => solveSpd(matrix(3, 2), matrix(3, 1))).toThrow(InputError)
  })
})
