import { describe, expect, it } from 'vitest'
import { hermitianEigen } from '../../../src/numerics/linalg/hermitian-eigen.ts'
import { fromRows, type Matrix, matrix } from '../../../src/numerics/linalg/matrix.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { hermitianRatios, hermitianSizes, hermitianTypes } from './hermitian-types.ts'

describe('hermitianEigen(real, imaginary)', () => {
  for (const { name, make } of hermitianTypes)
    it(`has ratios of at most 10, and the values of the real form, for every size: ${name}`, () => {
      for (const m of hermitianSizes)
        for (let seed = 1; seed <= 5; seed++) {
          const { real, imaginary } = make(m, new Random(seed))
          const eigen = hermitianEigen(real, imaginary)
          const ratios = hermitianRatios(real, imaginary, eigen)
          expect(ratios.converged, `size ${m}, seed ${seed}`).toBe(true)
          for (const key of ['residual', 'orthogonality', 'values'] as const)
            expect(ratios[key], `${key}, size ${m}, seed ${seed}`).toBeLessThanOrEqual(10)
          for (let i = 1; i < m; i++) expect(eigen.values[i]).toBeLessThanOrEqual(eigen.values[i - 1])
        }
    })

  it('has ratios of at most 10 for a matrix of 100 rows', () => {
    const { real, imaginary } = hermitianTypes.find(({ name }) => name === 'random')!.make(100, new Random(6))
    const ratios = hermitianRatios(real, imaginary, hermitianEigen(real, imaginary))
    expect(ratios.converged).toBe(true)
    expect(Math.max(ratios.residual, ratios.orthogonality, ratios.values)).toBeLessThanOrEqual(10)
  })

  it('gives the pairs of [[0, −i], [i, 0]]', () => {
    const { values, real, imaginary } = hermitianEigen(
      matrix(2, 2),
      fromRows([
        [0, -1],
        [1, 0],
      ]),
    )
    expect(Math.abs(values[0] - 1)).toBeLessThanOrEqual(4 * Number.EPSILON)
    expect(Math.abs(values[1] + 1)).toBeLessThanOrEqual(4 * Number.EPSILON)
    // (1, i)/√2 up to a phase: the second entry is i times the first.
    const [a, b] = [real.data[0], imaginary.data[0]]
    expect(Math.abs(real.data[2] + b)).toBeLessThanOrEqual(4 * Number.EPSILON)
    expect(Math.abs(imaginary.data[2] - a)).toBeLessThanOrEqual(4 * Number.EPSILON)
  })

  it('reads only the upper triangle and the real diagonal', () => {
    const { real, imaginary } = hermitianTypes.find(({ name }) => name === 'random')!.make(5, new Random(8))
    const changed = (a: Matrix, from: number) =>
      matrix(
        5,
        5,
        a.data.map((value, i) => ((i % 5) - Math.floor(i / 5) < from ? 1e300 : value)),
      )
    expect(hermitianEigen(changed(real, 0), changed(imaginary, 1))).toEqual(hermitianEigen(real, imaginary))
  })

  it('makes the largest entry of every vector real and positive', () => {
    const { real: r, imaginary: i } = hermitianTypes.find(({ name }) => name === 'random')!.make(6, new Random(7))
    const { real, imaginary } = hermitianEigen(r, i)
    for (let j = 0; j < 6; j++) {
      const sizes = Array.from({ length: 6 }, (_, l) => real.data[l * 6 + j] ** 2 + imaginary.data[l * 6 + j] ** 2)
      const at = sizes.indexOf(Math.max(...sizes))
      expect(real.data[at * 6 + j]).toBeGreaterThan(0)
      expect(Math.abs(imaginary.data[at * 6 + j])).toBeLessThanOrEqual(2 * Number.EPSILON)
    }
  })
})
