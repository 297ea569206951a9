import { describe, expect, it } from 'vitest'
import { matrix, transpose } from '../../../src/numerics/linalg/matrix.ts'
import { svd } from '../../../src/numerics/linalg/svd.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { matrixTypes, randomMatrix, randomOrthonormal, scaled, shapes, withSpectrum } from './matrix-types.ts'
import { orthogonality, svdRatios } from './ratios.ts'

const atMost10 = (a: ReturnType<typeof matrix>, spectrum: number[] | undefined, what: string) => {
  const ratios = svdRatios(a, spectrum)
  expect(ratios.converged, `converged, ${what}`).toBe(true)
  for (const key of ['residual', 'orthogonality', 'values'] as const)
    expect(ratios[key], `${key}, ${what}`).toBeLessThanOrEqual(10)
}

describe('svd(a)', () => {
  for (const { name, make } of matrixTypes)
    it(`has ratios of at most 10 for every shape: ${name}`, () => {
      for (const [rows, columns] of shapes) {
        const { a, spectrum } = make(rows, columns, new Random(7))
        atMost10(a, spectrum, `${rows}×${columns}`)
        const { s } = svd(a)
        for (let i = 0; i < s.length; i++) {
          expect(s[i]).toBeGreaterThanOrEqual(0)
          if (i > 0) expect(s[i]).toBeLessThanOrEqual(s[i - 1])
        }
      }
    })

  it('has ratios of at most 10 for 20,000×31 with singular values down to ε', () => {
    const random = new Random(8)
    const spectrum = Array.from({ length: 31 }, (_, i) => Number.EPSILON ** (i / 30))
    const a = withSpectrum(randomOrthonormal(20_000, 31, random), spectrum, randomOrthonormal(31, 31, random))
    atMost10(a, spectrum, '20000×31')
  })

  it('gives the same for the transpose, with u and v exchanged', () => {
    const a = randomMatrix(12, 5, new Random(9))
    const tall = svd(a)
    const wide = svd(transpose(a))
    expect(wide.s).toEqual(tall.s)
    expect(wide.u).toEqual(tall.v)
    expect(wide.v).toEqual(tall.u)
  })

  it('keeps the digits of small singular values of columns on different scales', () => {
    const scales = [1, 1e-30, 1e-60, 1e-90]
    const basis = randomOrthonormal(10, 4, new Random(10))
    const a = matrix(
      10,
      4,
      basis.data.map((value, i) => value * scales[i % 4]),
    )
    const { s } = svd(a)
    scales.forEach((value, i) => {
      expect(Math.abs(s[i] / value - 1)).toBeLessThanOrEqual(40 * Number.EPSILON)
    })
  })

  it('completes a zero matrix with unit vectors', () => {
    const { u, s, v, converged } = svd(matrix(4, 2))
    expect(converged).toBe(true)
    expect(Array.from(s)).toEqual([0, 0])
    expect(Array.from(u.data)).toEqual([1, 0, 0, 1, 0, 0, 0, 0])
    expect(Array.from(v.data)).toEqual([1, 0, 0, 1])
  })

  it('makes the largest entry of every short vector positive', () => {
    const { v } = svd(randomMatrix(20, 6, new Random(11)))
    for (let j = 0; j < 6; j++) {
      const column = Array.from({ length: 6 }, (_, i) => v.data[i * 6 + j])
      expect(Math.max(...column)).toBe(Math.max(...column.map(Math.abs)))
    }
  })

  it('keeps u and v orthonormal when entries are denormal', () => {
    const { u, s, v } = svd(scaled(randomMatrix(12, 5, new Random(12)), 2 ** -1060))
    expect(Math.max(orthogonality(u), orthogonality(v))).toBeLessThanOrEqual(10)
    expect(s[4]).toBeGreaterThan(0)
  })

  it('keeps shapes without rows or columns', () => {
    expect(svd(matrix(3, 0))).toMatchObject({ u: { rows: 3, columns: 0 }, v: { rows: 0, columns: 0 }, converged: true })
    expect(svd(matrix(0, 3))).toMatchObject({ u: { rows: 0, columns: 0 }, v: { rows: 3, columns: 0 }, converged: true })
  })

  it('does not change its argument', () => {
    for (const [rows, columns] of [
      [6, 4],
      [4, 6],
    ]) {
      const a = randomMatrix(rows, columns, new Random(13))
      const before = a.data.slice()
      svd(a)
      expect(a.data).toEqual(before)
    }
  })
})
