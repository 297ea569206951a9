import { describe, expect, it } from 'vitest'
import { normal } from '../../../src/numerics/random/normal.ts'
import { Random } from '../../../src/numerics/random/random.ts'

describe('normal(random)', () => {
  it('has mean 0, variance 1, no skew and kurtosis 3 within four standard errors', () => {
    const random = new Random(5)
    const count = 40000
    const moments = [0, 0, 0, 0]
    for (let i = 0; i < count; i++) {
      const x = normal(random)
      for (let power = 1; power <= 4; power++) moments[power - 1] += x ** power / count
    }
    const variances = [1, 2, 15, 96]
    ;[0, 1, 0, 3].forEach((expected, i) => {
      expect(Math.abs(moments[i] - expected)).toBeLessThan(4 * Math.sqrt(variances[i] / count))
    })
  })

  it('draws the same stream for the same seed, and that stream does not change', () => {
    const draw = () => {
      const random = new Random(42)
      return [normal(random), normal(random), normal(random)]
    }
    expect(draw()).toEqual(draw())
    expect(draw()).toEqual([0.26752683279886763, 0.5813902645846303, 0.8153199153614247])
  })
})
