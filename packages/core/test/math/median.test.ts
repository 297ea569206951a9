import { describe, expect, it } from 'vitest'
import { median } from '../../src/math/median.ts'

describe('median(values)', () => {
  it('is the value in the middle, or the mean of two', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([9, -10, 5, 1])).toBe(3)
    expect(median([])).toBeNaN()
  })
})
