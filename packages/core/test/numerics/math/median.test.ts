import { describe, expect, it } from 'vitest'
import { median } from '../../../src/numerics/math/median.ts'
import { Random } from '../../../src/numerics/random/random.ts'

describe('median(values)', () => {
  it('is the value in the middle, or the mean of two', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([9, -10, 5, 1])).toBe(3)
    expect(median([])).toBeNaN()
    expect(median([1, NaN, 2])).toBeNaN()
  })

  it('is what a sort would put there, for many values with and without ties', () => {
    const random = new Random(1)
    for (const [length, kinds] of [
      [13, 2],
      [100, 3],
      [1001, 1e9],
      [5000, 40],
      [4096, 1],
    ] as const) {
      const values = Float64Array.from({ length }, () => random.below(kinds) - kinds / 2)
      const sorted = values.slice().sort()
      const middle = length >> 1
      expect(median(values)).toBe(length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2)
    }
  })

  it('is found in values that are in order already', () => {
    const rising = Float64Array.from({ length: 1001 }, (_, i) => i)
    expect([median(rising), median(rising.toReversed())]).toEqual([500, 500])
  })
})
