import { describe, expect, it } from 'vitest'
import { fromRows, type Matrix, matrix, transpose } from '../../src/linalg/matrix.ts'
import { qr } from '../../src/linalg/qr.ts'
import { spanningRows } from '../../src/linalg/spanning-rows.ts'
import { Random } from '../../src/random/random.ts'
import { randomMatrix } from './matrix-types.ts'

/** How long each row is beside the span of some rows. */
function remainders(a: Matrix, chosen: ArrayLike<number>): number[] {
  const basis = Array.from(chosen, (i) => a.data.subarray(i * a.columns, (i + 1) * a.columns))
  return Array.from({ length: a.rows }, (_, i) => {
    const own = a.data.subarray(i * a.columns, (i + 1) * a.columns)
    const columns = [...basis, own]
    const { r } = qr(transpose(matrix(columns.length, a.columns, Float64Array.from(columns.flatMap((c) => [...c])))))
    return Math.abs(r.data[r.data.length - 1])
  })
}

describe('spanningRows(a, count)', () => {
  it('takes the row of the longest remainder at every step', () => {
    const a = randomMatrix(40, 8, new Random(1))
    const found = spanningRows(a, 6)
    for (let step = 0; step < 6; step++) {
      const lengths = remainders(a, found.subarray(0, step))
      expect(Math.max(...lengths)).toBeCloseTo(lengths[found[step]], 10)
    }
    expect(new Set(found).size).toBe(6)
  })

  it('takes the first of equal rows', () => {
    const rows = [
      [0, 1, 0],
      [3, 0, 0],
      [3, 0, 0],
      [0, 1, 0],
    ]
    expect(Array.from(spanningRows(fromRows(rows), 2))).toEqual([1, 0])
  })

  it('gives as many rows as asked for where fewer span all, and no more than there are', () => {
    expect(
      spanningRows(
        fromRows([
          [1, 0],
          [2, 0],
          [0, 0],
        ]),
        2,
      ),
    ).toHaveLength(2)
    expect(spanningRows(fromRows([[1, 0]]), 2)).toHaveLength(1)
    expect(spanningRows(matrix(0, 3), 2)).toHaveLength(0)
  })
})
