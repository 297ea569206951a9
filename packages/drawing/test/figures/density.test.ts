import { Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { density, middles, quantile } from '../../src/figures/density.ts'

describe('density(values, low, high)', () => {
  it('sums to 1, is highest where most values are and 0 beyond them', () => {
    const random = new Random(1)
    const values = Float64Array.from(
      { length: 2000 },
      (_, i) => (i % 4 === 0 ? 2 : 7) + (random.uniform() + random.uniform() - 1) / 2,
    )
    const places = middles(0, 12)
    const heights = density(values, 0, 12)
    expect(heights.reduce((sum, height) => sum + (height * 12) / heights.length, 0)).toBeCloseTo(1, 12)
    const peak = places[heights.indexOf(Math.max(...heights))]
    expect(Math.abs(peak - 7)).toBeLessThan(0.3)
    const at = (value: number) => heights[places.findIndex((place) => place >= value)]
    expect(at(2)).toBeGreaterThan(0.2 * at(7))
    expect(at(4.5)).toBeLessThan(0.01)
    expect(at(10)).toBe(0)
  })

  it('has a width also where the quartiles are equal', () => {
    const values = Float64Array.from({ length: 100 }, (_, i) => (i < 90 ? 0 : i - 89))
    expect(density(values, 0, 10).every(Number.isFinite)).toBe(true)
  })
})

describe('quantile(sorted, share)', () => {
  it('lies between neighbours', () => {
    const sorted = Float64Array.of(1, 2, 4, 8)
    expect([0, 0.5, 1, 0.25].map((share) => quantile(sorted, share))).toEqual([1, 3, 8, 1.75])
  })
})
