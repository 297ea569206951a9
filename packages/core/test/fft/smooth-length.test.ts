import { describe, expect, it } from 'vitest'
import { nextSmooth, radices } from '../../src/fft/smooth-length.ts'

describe('radices(length)', () => {
  it('multiplies up to the length, for every length that is transformed directly', () => {
    for (let length = 1; length <= 5000; length++) {
      const order = radices(length)
      if (order) expect(order.reduce((product, radix) => product * radix, 1)).toBe(length)
    }
  })

  it('leaves lengths with large prime factors to the convolution', () => {
    expect(radices(1)).toEqual([])
    expect(radices(2 ** 11)).toEqual([4, 4, 4, 4, 4, 2])
    expect(radices(272)).toEqual([4, 4, 17])
    expect(radices(2003)).toBeUndefined()
    expect(radices(83)).toBeUndefined()
    expect(radices(41 * 43)).toBeUndefined()
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
