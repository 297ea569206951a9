import { describe, expect, it } from 'vitest'
import { compareValues } from '../../src/data/compare-values.ts'
import { sparseRows } from '../../src/data/sparse-rows.ts'
import { type Matrix, matrix } from '../../src/linalg/matrix.ts'
import { Random } from '../../src/random/random.ts'
import { inBlocks } from '../ways-to-hold.ts'

function column(values: readonly number[]): Matrix {
  return matrix(values.length, 1, Float64Array.from(values))
}

/** The plain comparison: sorted values without zeros, the first difference decides. */
function plain(one: readonly number[], other: readonly number[]): number {
  const [x, y] = [one, other].map((values) => values.filter((value) => value !== 0).sort((a, b) => a - b))
  const first = x.findIndex((value, p) => value !== y[p])
  return first < 0 ? 0 : Math.sign(x[first] - y[first])
}

describe('compareValues', () => {
  it('says the same of values in any order', () => {
    expect(compareValues(column([3, -1, 0, 2, 1e300]), column([0, 1e300, 2, 3, -1]))).toBe(0)
  })

  it('tells values apart by their last bit', () => {
    const next = 1 + Number.EPSILON
    expect(compareValues(column([5, 1]), column([next, 5]))).toBeLessThan(0)
    expect(compareValues(column([-1, 5]), column([5, -next]))).toBeGreaterThan(0)
  })

  it('orders by all values in ascending order, however the rows are held (seeds 1 to 60)', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = new Random(seed)
      const drawn = () =>
        Array.from({ length: 9 }, () => [-2.5, -1e-300, 0.5, 1, 1 + Number.EPSILON, 7][random.below(6)])
      const [one, other] = [drawn(), drawn()]
      const [a, b] = [column(one), column(other)]
      const ways = [compareValues(a, b), compareValues(inBlocks(a, 4), sparseRows(b))]
      for (const found of ways) expect(Math.sign(found)).toBe(plain(one, other))
    }
  })
})
