import { describe, expect, it } from 'vitest'
import { rotateToWidest } from '../../../src/explain/map/rotate-to-widest.ts'
import { matrix } from '../../../src/numerics/linalg/matrix.ts'

const spread = (data: Float64Array, axis: number) => {
  const values = data.filter((_, p) => p % 2 === axis)
  return Math.max(...values) - Math.min(...values)
}

describe('lieDown(map)', () => {
  it('turns a map so that it is widest from left to right, about its middle, and keeps distances', () => {
    for (const [dx, dy] of [
      [0, 1],
      [1, 1],
      [1, -1],
      [-0.2, 1],
      [1, 0],
    ]) {
      const line = Float64Array.from({ length: 20 }, (_, p) => (p % 2 === 0 ? dx : dy) * Math.floor(p / 2) + 5)
      const { data } = rotateToWidest(matrix(10, 2, line))
      const length = 9 * Math.sqrt(dx * dx + dy * dy)
      expect(spread(data, 0)).toBeCloseTo(length, 12)
      expect(spread(data, 1)).toBeLessThan(1e-14 * length + 1e-14)
      expect(data.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 12)
    }
  })

  it('leaves points on one spot where they are: in the middle', () => {
    expect(Array.from(rotateToWidest(matrix(2, 2, Float64Array.of(7, 8, 7, 8))).data)).toEqual([0, 0, 0, 0])
  })
})
