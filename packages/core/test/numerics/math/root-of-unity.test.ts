import { describe, expect, it } from 'vitest'
import { rootOfUnity } from '../../../src/numerics/math/root-of-unity.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { cosSin, pi, ulpsOff } from './fixed-point.ts'

describe('rootOfUnity(index, order)', () => {
  it('is within 0.51 ulp of 256-bit arithmetic', () => {
    const random = new Random(3)
    const circle = 2n * pi()
    let worst = 0
    for (const order of [5, 7, 12, 100, 101, 1000, 2003, 30011, 65536, 1048573])
      for (let round = 0; round < 60; round++) {
        const index = random.below(order)
        if ((4 * index) % order === 0) continue
        const exact = cosSin((circle * BigInt(index)) / BigInt(order))
        const { cosine, sine } = rootOfUnity(index, order)
        worst = Math.max(worst, ulpsOff(cosine, exact.cosine), ulpsOff(sine, exact.sine))
      }
    expect(worst).toBeLessThan(0.51)
  })

  it('is exact at the quarter turns', () => {
    for (const order of [4, 12, 1000]) {
      expect(rootOfUnity(0, order)).toEqual({ cosine: 1, sine: 0 })
      expect(rootOfUnity(order / 4, order)).toEqual({ cosine: 0, sine: 1 })
      expect(rootOfUnity(order / 2, order)).toEqual({ cosine: -1, sine: 0 })
      expect(rootOfUnity((3 * order) / 4, order)).toEqual({ cosine: 0, sine: -1 })
    }
  })

  it('has exactly conjugate pairs and equal parts at the odd eighths', () => {
    for (const order of [7, 8, 24, 101])
      for (let index = 1; index < order; index++) {
        const root = rootOfUnity(index, order)
        const mirror = rootOfUnity(order - index, order)
        expect(mirror.cosine).toBe(root.cosine)
        expect(mirror.sine).toBe(root.sine === 0 ? root.sine : -root.sine)
        if ((8 * index) % order === 0 && ((8 * index) / order) % 2 === 1)
          expect(Math.abs(root.sine)).toBe(Math.abs(root.cosine))
      }
  })
})
