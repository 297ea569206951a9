import { describe, expect, it } from 'vitest'
import { decodeLevels } from '../../../src/readers/parquet/page-decoder.ts'

const decode = (bytes: number[], bitWidth: number, count: number) => {
  const out = new Uint32Array(count)
  decodeLevels(Uint8Array.from(bytes), 0, bytes.length, bitWidth, count, out)
  return Array.from(out)
}

describe('decodeLevels(bytes, begin, end, bitWidth, count, out)', () => {
  it('reads runs and bit-packed groups, also mixed', () => {
    expect(decode([6, 2], 2, 3)).toEqual([2, 2, 2])
    expect(decode([3, 0b10001000, 0b11000110, 0b11111010], 3, 8)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(decode([4, 1, 3, 0b00000101], 1, 6)).toEqual([1, 1, 1, 0, 1, 0])
    expect(decode([2, 0x78, 0x56, 0x34, 0x12], 32, 1)).toEqual([0x12345678])
  })

  it('reads widths that cross bytes', () => {
    const values = [1, 500_000, 7, 1_048_575, 0, 3, 99, 123_456]
    const bits = values.map((value) => value.toString(2).padStart(20, '0').split('').reverse().join('')).join('')
    const bytes = bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte.split('').reverse().join(''), 2))
    expect(decode([3, ...bytes], 20, 8)).toEqual(values)
  })

  it('refuses bytes that end too early and runs of nothing', () => {
    for (const bytes of [[], [6], [3], [0, 1], [0x80, 0x80, 0x80, 0x80, 0x80, 0x80], [4, 1]])
      expect(() => decode(bytes, 1, 8), bytes.join()).toThrow(RangeError)
  })
})
