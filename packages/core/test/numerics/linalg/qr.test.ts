import { describe, expect, it } from 'vitest'
import { fromRows, matrix } from '../../../src/numerics/linalg/matrix.ts'
import { qr } from '../../../src/numerics/linalg/qr.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { matrixTypes, randomMatrix, scaled, shapes } from './matrix-types.ts'
import { orthogonality, qrRatios } from './ratios.ts'

describe('qr(a)', () => {
  for (const { name, make } of matrixTypes)
    it(`has residual and orthogonality ratios of at most 10 for every shape: ${name}`, () => {
      for (const [rows, columns] of shapes) {
        const ratios = qrRatios(make(rows, columns, new Random(3)).a)
        expect(ratios.residual, `residual of ${rows}×${columns}`).toBeLessThanOrEqual(10)
        expect(ratios.orthogonality, `orthogonality of ${rows}×${columns}`).toBeLessThanOrEqual(10)
      }
    })

  it('gives an upper triangle with a diagonal that is not negative', () => {
    const { r } = qr(randomMatrix(9, 6, new Random(4)))
    for (let i = 0; i < 6; i++)
      for (let j = 0; j <= i; j++)
        if (i === j) expect(r.data[i * 6 + j]).toBeGreaterThan(0)
        else expect(r.data[i * 6 + j]).toBe(0)
  })

  it('gives the factors known from the 3-4-5 triangle', () => {
    const { q, r } = qr(
      fromRows([
        [3, 1],
        [4, 2],
      ]),
    )
    const close = (found: Float64Array, wanted: number[]) =>
      wanted.forEach((value, i) => {
        expect(Math.abs(found[i] - value)).toBeLessThanOrEqual(4 * Number.EPSILON)
      })
    close(q.data, [0.6, -0.8, 0.8, 0.6])
    close(r.data, [5, 2.2, 0, 0.4])
  })

  it('keeps shapes without rows or columns', () => {
    expect(qr(matrix(4, 0)).q).toMatchObject({ rows: 4, columns: 0 })
    expect(qr(matrix(0, 4)).r).toMatchObject({ rows: 0, columns: 4 })
  })

  it('keeps q orthonormal when entries are denormal', () => {
    expect(orthogonality(qr(scaled(randomMatrix(12, 5, new Random(5)), 2 ** -1060)).q)).toBeLessThanOrEqual(10)
  })

  it('does not change its argument', () => {
    const a = randomMatrix(6, 4, new Random(6))
    const before = a.data.slice()
    qr(a)
    expect(a.data).toEqual(before)
  })
})
