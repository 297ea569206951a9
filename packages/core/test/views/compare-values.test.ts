import { describe, expect, it } from 'vitest'
import { type Matrix, matrix } from '../../src/numerics/linalg/matrix.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { compareValues } from '../../src/views/canonical-order.ts'
import { sparseRows } from '../../src/views/sparse-rows.ts'
import { inBlocks } from '../ways-to-hold.ts'

function column(values: readonly number[]): Matrix {
  return matrix(values.length, 1, Float64Array.from(values))
}

describe('compareValues', () => {
  it('says the same of values in any order', () => {
    expect(compareValues(column([3, -1, 0, 2, 1e300]), column([0, 1e300, 2, 3, -1]), singleProcess)).toBe(0)
  })

  it('tells values apart by their last bit', () => {
    const next = 1 + Number.EPSILON
    expect(compareValues(column([5, 1]), column([next, 5]), singleProcess)).not.toBe(0)
    expect(compareValues(column([-1, 5]), column([5, -next]), singleProcess)).not.toBe(0)
  })

  it('is 0 for the same values only, and one order of all others, however the rows are held (seeds 1 to 60)', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = new Random(seed)
      const drawn = () => {
        const values = Array.from({ length: 4 }, () => [-2.5, -1e-300, 0.5, 1, 1 + Number.EPSILON, 7][random.below(6)])
        return { sorted: values.toSorted((a, b) => a - b).join(), rows: column(values) }
      }
      const three = [drawn(), drawn(), drawn()]
      for (const a of three)
        for (const b of three) {
          const found = compareValues(a.rows, b.rows, singleProcess)
          expect(found === 0).toBe(a.sorted === b.sorted)
          expect(compareValues(inBlocks(a.rows, 3), sparseRows(b.rows), singleProcess)).toBe(found)
          expect(compareValues(b.rows, a.rows, singleProcess) + found).toBe(0)
        }
      const byValues = (some: typeof three) =>
        some.toSorted((a, b) => compareValues(a.rows, b.rows, singleProcess)).map((one) => one.sorted)
      expect(byValues(three.toReversed())).toEqual(byValues(three))
    }
  })
})
