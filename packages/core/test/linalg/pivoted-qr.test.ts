import { describe, expect, it } from 'vitest'
import { fromRows, identity, type Matrix, matrix } from '../../src/linalg/matrix.ts'
import { pivotedQr } from '../../src/linalg/pivoted-qr.ts'
import { qr } from '../../src/linalg/qr.ts'
import { Random } from '../../src/random/random.ts'
import { matrixTypes, randomMatrix, shapes } from './matrix-types.ts'

const columnsOf = (a: Matrix, order: Int32Array): Matrix =>
  matrix(
    a.rows,
    a.columns,
    a.data.map((_, i) => a.data[i - (i % a.columns) + order[i % a.columns]]),
  )

describe('pivotedQr(a, steps)', () => {
  it('gives the R of the plain QR of the permuted columns, up to the sign of rows', () => {
    const a = randomMatrix(30, 12, new Random(1))
    const { pivots, r } = pivotedQr(a)
    const plain = qr(columnsOf(a, pivots)).r
    r.data.forEach((value, i) => {
      expect(Math.abs(Math.abs(value) - Math.abs(plain.data[i]))).toBeLessThanOrEqual(100 * Number.EPSILON)
    })
  })

  for (const { name, make } of matrixTypes)
    it(`takes the longest remaining column at every step: ${name}`, () => {
      for (const [rows, columns] of shapes) {
        const { pivots, r } = pivotedQr(make(rows, columns, new Random(2)).a)
        expect(Array.from(pivots).sort((x, y) => x - y)).toEqual(Array.from({ length: columns }, (_, i) => i))
        let largest = 0
        for (const value of r.data) largest = Math.max(largest, Math.abs(value))
        let excess = 0
        for (let i = 0; i < r.rows; i++)
          for (let j = i + 1; j < columns; j++) {
            let square = 0
            for (let l = i; l < Math.min(j + 1, r.rows); l++) square += (r.data[l * columns + j] / (largest || 1)) ** 2
            const taken = Math.abs(r.data[i * columns + i]) / (largest || 1)
            // Norms that fell by half their digits are only known to about √ε of what they were.
            excess = Math.max(excess, Math.sqrt(square) - taken * (1 + 1e-7))
          }
        expect(excess, `${rows}×${columns}`).toBeLessThanOrEqual(1e-15)
      }
    })

  it('stops after the steps asked for with the rows of the full factorisation', () => {
    const a = randomMatrix(8, 40, new Random(3))
    const full = pivotedQr(a)
    const few = pivotedQr(a, 3)
    expect(few.r).toMatchObject({ rows: 3, columns: 40 })
    expect(few.pivots.subarray(0, 3)).toEqual(full.pivots.subarray(0, 3))
    for (let i = 0; i < 3; i++) expect(few.r.data[i * 41]).toBe(full.r.data[i * 41])
  })

  it('never takes more steps than the shorter side has', () => {
    expect(pivotedQr(randomMatrix(4, 9, new Random(4)), 100).r.rows).toBe(4)
    expect(pivotedQr(randomMatrix(4, 9, new Random(4)), -1).r.rows).toBe(0)
  })

  it('breaks ties by the lowest index', () => {
    expect(Array.from(pivotedQr(identity(5)).pivots)).toEqual([0, 1, 2, 3, 4])
    expect(
      Array.from(
        pivotedQr(
          fromRows([
            [1, 0, 2, 0],
            [0, 1, 0, 2],
          ]),
          2,
        ).pivots.subarray(0, 2),
      ),
    ).toEqual([2, 3])
    // Column 0 moves to the end when column 2 is taken, and is still the first of the equals.
    expect(
      Array.from(
        pivotedQr(
          fromRows([
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 2],
          ]),
        ).pivots,
      ),
    ).toEqual([2, 0, 1])
  })

  it('finds the rank of a matrix of equal columns', () => {
    const { r } = pivotedQr(matrix(6, 5, new Float64Array(30).fill(1)))
    expect(Math.abs(r.data[0])).toBeCloseTo(Math.sqrt(6), 14)
    expect(Math.max(...r.data.subarray(5).map(Math.abs))).toBeLessThanOrEqual(20 * Number.EPSILON)
  })
})
