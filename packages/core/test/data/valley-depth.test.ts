import { describe, expect, it } from 'vitest'
import { valleyDepth } from '../../src/data/valley-depth.ts'
import { normal } from '../../src/random/normal.ts'
import { Random } from '../../src/random/random.ts'

/** The same by its meaning: for every peak the gap between the points and the lowest convex curve before it, and the highest concave one behind it, each curve from all pairs of points. */
function plain(numbers: readonly number[]): number {
  const n = numbers.length
  const points = numbers.toSorted((a, b) => a - b).map((x, i) => [x, i + 0.5] as const)
  const gap = (some: readonly (readonly [number, number])[]) => {
    let largest = 0
    for (const [x, y] of some) {
      let curve = y
      for (const [a, b] of some)
        for (const [c, d] of some) if (a < x && c > x) curve = Math.min(curve, b + ((d - b) * (x - a)) / (c - a))
      largest = Math.max(largest, y - curve)
    }
    return largest
  }
  const turned = points.map(([x, y]) => [-x, n - y] as const).reverse()
  let least = n
  for (let peak = 0; peak <= n; peak++)
    least = Math.min(least, Math.max(gap(points.slice(0, peak)), gap(turned.slice(0, n - peak))))
  return least / 2 / Math.sqrt(n)
}

describe('the depth of a valley', () => {
  it('is that of its meaning', () => {
    for (const seed of [1, 2, 3]) {
      const random = new Random(seed)
      const numbers = Array.from({ length: 25 }, () => normal(random) + (random.uniform() < 0.5 ? 4 : 0))
      expect(valleyDepth(Float64Array.from(numbers))).toBeCloseTo(plain(numbers), 10)
    }
  })

  it('is small for one peak, also where many numbers are equal, and grows with the numbers where there are two', () => {
    const random = new Random(4)
    const of = (count: number, draw: () => number) => valleyDepth(Float64Array.from({ length: count }, draw))
    for (const draw of [() => normal(random), () => random.uniform(), () => Math.round(2 * normal(random))]) {
      expect(of(100, draw)).toBeLessThan(0.42)
      expect(of(5000, draw)).toBeLessThan(0.42)
    }
    const two = () => normal(random) + 5 * random.below(2)
    expect(of(100, two)).toBeGreaterThan(0.42)
    expect(of(5000, two)).toBeGreaterThan(2)
    expect(of(10, () => 3)).toBe(0)
  })
})
