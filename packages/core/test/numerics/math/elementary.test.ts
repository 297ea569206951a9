import { describe, expect, it } from 'vitest'
import { exponential } from '../../../src/numerics/math/exponential.ts'
import { logarithm } from '../../../src/numerics/math/logarithm.ts'
import { power } from '../../../src/numerics/math/power.ts'
import { cosine, sine } from '../../../src/numerics/math/sine.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { BITS, cosSin, exp, fromNumber, log, ulp, ulpsOff } from './fixed-point.ts'

const { MAX_VALUE, MIN_VALUE } = Number
const INF = Number.POSITIVE_INFINITY

/** The worst error over many draws, in ulps. */
function worst(count: number, error: (random: Random, i: number) => number): number {
  const random = new Random(7)
  let result = 0
  for (let i = 0; i < count; i++) result = Math.max(result, error(random, i))
  return result
}

const between = (random: Random, low: number, high: number) => low + (high - low) * random.uniform()

describe('the elementary functions', () => {
  it('exponential(x) is within 1 ulp of eˣ in 256-bit arithmetic', () => {
    const error = worst(1500, (random, i) => {
      const x = between(random, -50, 50) / (i % 3 === 0 ? 100 : 1)
      return ulpsOff(exponential(x), exp(fromNumber(x)))
    })
    expect(error).toBeLessThan(1)
  })

  it('logarithm(x) is within 1 ulp of ln x in 256-bit arithmetic, also next to 1', () => {
    const error = worst(400, (random, i) => {
      const x =
        i % 4 === 0
          ? 1 + between(random, -1e-6, 1e-6)
          : i % 4 < 3
            ? between(random, 0.4, 2)
            : 2 ** between(random, -60, 60)
      return ulpsOff(logarithm(x), log(fromNumber(x), Math.log(x)))
    })
    expect(error).toBeLessThan(1)
  })

  it('power(x, y) is within 1 ulp of xʸ in 256-bit arithmetic', () => {
    const error = worst(400, (random) => {
      const x = 2 ** between(random, -3, 3)
      const y = between(random, -15, 15)
      return ulpsOff(power(x, y), exp((log(fromNumber(x), Math.log(x)) * fromNumber(y)) >> BITS))
    })
    expect(error).toBeLessThan(1)
  })

  it('sine(x) and cosine(x) are within 1 ulp in 256-bit arithmetic', () => {
    const error = worst(1500, (random, i) => {
      const x = between(random, -1, 1) * (i % 2 === 0 ? 1 : 25)
      const exact = cosSin(fromNumber(x))
      return Math.max(ulpsOff(sine(x), exact.sine), ulpsOff(cosine(x), exact.cosine))
    })
    expect(error).toBeLessThan(1)
  })

  it('agrees with the built-in functions within 2 ulps over the whole range of doubles', () => {
    const error = worst(20000, (random) => {
      const wide = 2 ** between(random, -1000, 1000) * (random.uniform() < 0.5 ? -1 : 1)
      const moderate = between(random, -745, 709)
      const exponent = between(random, -1, 1)
      return Math.max(
        Math.abs(sine(wide) - Math.sin(wide)) / ulp(Math.sin(wide)),
        Math.abs(cosine(wide) - Math.cos(wide)) / ulp(Math.cos(wide)),
        Math.abs(exponential(moderate) - Math.exp(moderate)) / ulp(Math.exp(moderate)),
        Math.abs(logarithm(Math.abs(wide)) - Math.log(Math.abs(wide))) / ulp(Math.log(Math.abs(wide))),
        Math.abs(power(Math.abs(wide), exponent) - Math.abs(wide) ** exponent) / ulp(Math.abs(wide) ** exponent),
      )
    })
    expect(error).toBeLessThanOrEqual(2)
  })

  it('exponential has the limits of eˣ: 0, 1, subnormals, ∞ and NaN', () => {
    expect([0, -0, INF, -INF, 709.782712893384, 709.7827128933841, -745.2, -745.1].map(exponential)).toEqual([
      1,
      1,
      INF,
      0,
      1.7976931348622732e308,
      INF,
      0,
      MIN_VALUE,
    ])
    expect(exponential(Number.NaN)).toBeNaN()
    expect(exponential(1)).toBe(Math.E)
  })

  it('logarithm has the limits of ln: −∞ at 0, NaN below, subnormals, ∞', () => {
    expect([0, -0, 1, INF].map(logarithm)).toEqual([-INF, -INF, 0, INF])
    expect(logarithm(-1)).toBeNaN()
    expect(logarithm(Number.NaN)).toBeNaN()
    expect(logarithm(MIN_VALUE)).toBe(-744.4400719213812)
    expect(logarithm(MAX_VALUE)).toBe(709.782712893384)
    expect(logarithm(2)).toBe(Math.LN2)
  })

  it('sine and cosine are exact at 0, keep the sign of 0 and are NaN at ∞', () => {
    expect(sine(0)).toBe(0)
    expect(sine(-0)).toBe(-0)
    expect(cosine(-0)).toBe(1)
    expect(sine(MIN_VALUE)).toBe(MIN_VALUE)
    for (const x of [INF, -INF, Number.NaN]) expect([sine(x), cosine(x)]).toEqual([Number.NaN, Number.NaN])
  })

  it('sine and cosine reduce huge angles exactly', () => {
    for (const x of [
      1647099.5,
      3145728,
      33554432.5,
      1e10,
      -1e17,
      1e22,
      6381956970095103 * 2 ** 797,
      1e300,
      MAX_VALUE,
    ]) {
      expect(Math.abs(sine(x) - Math.sin(x))).toBeLessThanOrEqual(ulp(Math.sin(x)))
      expect(Math.abs(cosine(x) - Math.cos(x))).toBeLessThanOrEqual(ulp(Math.cos(x)))
    }
  })

  it('power has the special values of JavaScript', () => {
    const values = [0, -0, 1, -1, 0.5, -0.5, 2, -2, 3, -3, INF, -INF, Number.NaN, 1e300, -1e300, MIN_VALUE]
    for (const x of values)
      for (const y of values) {
        const expected = x ** y
        const actual = power(x, y)
        if (Math.abs(expected) > 0 && Math.abs(expected) < INF)
          expect(Math.abs(actual - expected), `${x} ** ${y}`).toBeLessThanOrEqual(ulp(expected))
        else expect(actual, `${x} ** ${y}`).toBe(expected)
      }
  })

  it('power of whole numbers is exact where the result is a double', () => {
    for (let x = 2; x <= 12; x++)
      for (let y = 1; x ** y < 2 ** 53; y++) expect(power(x, y)).toBe(Number(BigInt(x) ** BigInt(y)))
    for (let y = -1074; y <= 1023; y++) expect(power(2, y)).toBe(2 ** y)
  })
})
