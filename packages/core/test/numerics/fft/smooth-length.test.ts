import { describe, expect, it } from 'vitest'
import { firstRadix, nextSmooth, primitiveRoot, radices } from '../../../src/numerics/fft/smooth-length.ts'

const product = (numbers: number[]) => numbers.reduce((result, number) => result * number, 1)

describe('radices(length)', () => {
  it('multiplies up to the length, with the factor left for the convolution', () => {
    for (let length = 1; length <= 5000; length++) {
      const { order, cofactor: rest } = radices(length)
      expect(product(order) * rest).toBe(length)
    }
  })

  it('leaves prime factors above 31 to the convolution', () => {
    expect(radices(1)).toEqual({ order: [], cofactor: 1 })
    expect(radices(2 ** 11)).toEqual({ order: [4, 4, 4, 4, 4, 2], cofactor: 1 })
    expect(radices(272)).toEqual({ order: [4, 4, 17], cofactor: 1 })
    expect(radices(6773)).toEqual({ order: [13], cofactor: 521 })
    expect(radices(4 * 41 * 43)).toEqual({ order: [4], cofactor: 41 * 43 })
  })
})

describe('firstRadix(length)', () => {
  it('divides the odd length and is 1 only where no prime up to 31 does', () => {
    for (let length = 1; length <= 2001; length += 2) {
      const radix = firstRadix(length)
      expect(length % radix).toBe(0)
      if (radix === 1) for (let divisor = 3; divisor <= 31; divisor += 2) expect(length % divisor).not.toBe(0)
    }
  })
})

describe('primitiveRoot(length)', () => {
  it('has all numbers below a prime as its powers, and none for other lengths', () => {
    for (let length = 3; length <= 600; length++) {
      const root = primitiveRoot(length)
      const isPrime = Array.from({ length: length - 2 }, (_, i) => i + 2).every((divisor) => length % divisor !== 0)
      expect(root !== undefined).toBe(isPrime)
      if (root === undefined) continue
      const powers = new Set<number>()
      for (let power = 1; !powers.has(power); power = (power * root) % length) powers.add(power)
      expect(powers.size).toBe(length - 1)
    }
  })
})

describe('nextSmooth(length)', () => {
  it('is the smallest number with no prime factor above 5 that is large enough', () => {
    const isSmooth = (n: number) => {
      for (const prime of [2, 3, 5]) while (n % prime === 0) n /= prime
      return n === 1
    }
    let expected = 1
    for (let length = 1; length <= 3000; length++) {
      while (expected < length || !isSmooth(expected)) expected++
      expect(nextSmooth(length)).toBe(expected)
    }
  })
})
