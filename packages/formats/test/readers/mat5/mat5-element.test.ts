import { describe, expect, it } from 'vitest'
import { Mat5Cursor } from '../../../src/readers/mat5/element.ts'

const cursor = (...bytes: number[]) => new Mat5Cursor('x.mat', Uint8Array.from(bytes), true)
const word = (value: number) => [...new Uint8Array(Uint32Array.of(value).buffer)]

describe('elements of a MATLAB file', () => {
  it('stand within their tag where they are short, else behind it, filled up to eight bytes', () => {
    const some = cursor(
      4,
      0,
      2,
      0,
      7,
      1,
      0,
      0,
      ...word(2),
      ...word(3),
      1,
      2,
      3,
      0,
      0,
      0,
      0,
      0,
      ...word(5),
      ...word(4),
      9,
      0,
      0,
      0,
    )
    expect([Array.from(some.numbers('a')), some.left]).toEqual([[263], 28])
    expect([Array.from(some.numbers('b')), some.left]).toEqual([[1, 2, 3], 12])
    expect([Array.from(some.numbers('c')), some.left]).toEqual([[9], 0])
  })

  it('give their type, and text without zeros', () => {
    expect(cursor(...word(14), ...word(0)).next('a')).toEqual({ type: 14, bytes: new Uint8Array(0) })
    expect(cursor(16, 0, 3, 0, 0x61, 0x62, 0, 0).text('a')).toBe('ab')
  })

  it.each<[string, number[]]>([
    ['ends before the array (7 bytes left), get the file again', [1, 0, 1, 0, 1, 0, 0]],
    ['the array has a small element of 5 bytes (at most 4), get the file again', [1, 0, 5, 0, 1, 2, 3, 4]],
    ['the array declares 3 bytes but 2 are left, get the file again', [...word(2), ...word(3), 1, 2]],
    ['the array has type 14, which holds no numbers, get the file again', [14, 0, 1, 0, 1, 0, 0, 0]],
  ])('are refused: %s', (what, bytes) => {
    expect(() => cursor(...bytes).numbers('the array')).toThrow(`x.mat: ${what}`)
  })

  it('may have four bytes within their tag', () => {
    expect(Array.from(cursor(2, 0, 4, 0, 1, 2, 3, 4).numbers('a'))).toEqual([1, 2, 3, 4])
  })
})
