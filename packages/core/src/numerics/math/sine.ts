import { sumError } from './rounding-error.ts'

/** Computes sin x for x in radians within 1 ulp, with the same bits on every engine; NaN for ±∞. */
export function sine(x: number): number {
  // Also keeps −0.
  if (Math.abs(x) < 1e-8) return x
  return sineOfQuarters(x, 0)
}

/** Computes sin(x + quarters·π/2): sine and cosine are one function of the quadrant. */
function sineOfQuarters(x: number, quarters: number): number {
  if (!(Math.abs(x) < Number.POSITIVE_INFINITY)) return Number.NaN
  const { quadrant, high, low } = reduceAngle(x)
  const place = (quadrant + quarters) & 3
  const value = place & 1 ? smallCosine(high, low) : smallSine(high, low)
  return place & 2 ? -value : value
}

/** sin(x + low) for |x| ≤ π/4 by its Taylor series. */
function smallSine(x: number, low: number): number {
  const z = x * x
  let series = -1 / 121645100408832000
  series = series * z + 1 / 355687428096000
  series = series * z - 1 / 1307674368000
  series = series * z + 1 / 6227020800
  series = series * z - 1 / 39916800
  series = series * z + 1 / 362880
  series = series * z - 1 / 5040
  series = series * z + 1 / 120
  series = series * z - 1 / 6
  return x + (low * (1 - z / 2) + x * z * series)
}

/** cos(x + low) for |x| ≤ π/4 by its Taylor series. */
function smallCosine(x: number, low: number): number {
  const z = x * x
  let series = -1 / 6402373705728000
  series = series * z + 1 / 20922789888000
  series = series * z - 1 / 87178291200
  series = series * z + 1 / 479001600
  series = series * z - 1 / 3628800
  series = series * z + 1 / 40320
  series = series * z - 1 / 720
  series = series * z + 1 / 24
  // 1 − z/2 rounds; what it loses goes back into the small terms.
  const half = z / 2
  const high = 1 - half
  return high + (1 - high - half + (z * z * series - x * low))
}

/** Computes cos x for x in radians within 1 ulp, with the same bits on every engine; NaN for ±∞. */
export function cosine(x: number): number {
  return sineOfQuarters(x, 1)
}

// π/2 in four parts; the first three have 33 bits, so that their products with a whole number below 2²⁰ are exact.
const PART_1 = 1.5707963267341256
const PART_2 = 6.077100506303966e-11
const PART_3 = 2.0222662487111665e-21
const PART_4 = 8.4784276603689e-32
/** Bits of π behind the point: more than the exponents of the doubles. */
const BITS = 1280n

let halfPi: bigint | undefined

/** Writes a finite x as (4·m + quadrant)·π/2 + high + low, m whole, with |high| ≤ π/4 and low the rounding error of high. */
function reduceAngle(x: number): { quadrant: number; high: number; low: number } {
  const turns = Math.floor(x * 0.6366197723675814 + 0.5)
  if (Math.abs(turns) >= 1048576) return reduceLarge(x)
  const first = x - turns * PART_1
  const second = first - turns * PART_2
  const third = second - turns * PART_3
  const remainder = sumError(first, -turns * PART_2, second) + sumError(second, -turns * PART_3, third) - turns * PART_4
  const high = third + remainder
  return { quadrant: turns & 3, high, low: third - high + remainder }
}

/** Reduces an angle from 2²⁰ quarter turns on in whole-number arithmetic, which is slow and exact for the largest doubles. */
function reduceLarge(x: number): { quadrant: number; high: number; low: number } {
  halfPi ??= pi() / 2n
  // |x| ≥ 2²⁰, so that x·2⁵³ is a whole number.
  const scaled = (x > 1e290 || x < -1e290 ? BigInt(x) << 53n : BigInt(x * 9007199254740992)) << (BITS - 53n)
  const magnitude = scaled < 0n ? -scaled : scaled
  let turns = (2n * magnitude + halfPi) / (2n * halfPi)
  let remainder = magnitude - turns * halfPi
  if (scaled < 0n) {
    turns = -turns
    remainder = -remainder
  }
  const shortened = remainder >> (BITS - 200n)
  const high = Number(shortened)
  const low = Number(shortened - BigInt(high))
  const unit = 6.223015277861142e-61 // 2⁻²⁰⁰
  return { quadrant: Number(turns & 3n), high: high * unit, low: low * unit }
}

/** π·2^BITS by Machin's formula, π = 16 arctan(1/5) − 4 arctan(1/239). */
function pi(): bigint {
  const guard = 16n
  const one = 1n << (BITS + guard)
  const arctanOfInverse = (x: bigint) => {
    let power = one / x
    let sum = power
    for (let n = 3n, sign = -1n; power > 0n; n += 2n, sign = -sign) {
      power /= x * x
      sum += (sign * power) / n
    }
    return sum
  }
  return (16n * arctanOfInverse(5n) - 4n * arctanOfInverse(239n)) >> guard
}
