import { sumError } from './rounding-error.ts'

// π/2 in four parts; the first three have 33 bits, so that their products with a whole number below 2²⁰ are exact.
const PART_1 = 1.5707963267341256
const PART_2 = 6.077100506303966e-11
const PART_3 = 2.0222662487111665e-21
const PART_4 = 8.4784276603689e-32
const BITS = 1280n

let halfPi: bigint | undefined

/** x = (4·anything + quadrant)·π/2 + high + low with |high| ≤ π/4 and low the rounding error of high; x is finite. */
export function reduceAngle(x: number): { quadrant: number; high: number; low: number } {
  const turns = Math.floor(x * 0.6366197723675814 + 0.5)
  if (Math.abs(turns) >= 1048576) return reduceLarge(x)
  const first = x - turns * PART_1
  const second = first - turns * PART_2
  const third = second - turns * PART_3
  const rest = sumError(first, -turns * PART_2, second) + sumError(second, -turns * PART_3, third) - turns * PART_4
  const high = third + rest
  return { quadrant: turns & 3, high, low: third - high + rest }
}

/** The same in whole-number arithmetic: slow, and exact for the largest doubles. */
function reduceLarge(x: number): { quadrant: number; high: number; low: number } {
  halfPi ??= pi() / 2n
  // |x| ≥ 2²⁰, so that x·2⁵³ is a whole number.
  const scaled = (x > 1e290 || x < -1e290 ? BigInt(x) << 53n : BigInt(x * 9007199254740992)) << (BITS - 53n)
  const magnitude = scaled < 0n ? -scaled : scaled
  let turns = (2n * magnitude + halfPi) / (2n * halfPi)
  let rest = magnitude - turns * halfPi
  if (scaled < 0n) {
    turns = -turns
    rest = -rest
  }
  const shortened = rest >> (BITS - 200n)
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
