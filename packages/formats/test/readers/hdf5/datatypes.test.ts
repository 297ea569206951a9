import { describe, expect, it } from 'vitest'
import { FieldReader } from '../../../src/readers/hdf5/bytes.ts'
import { readDataspace, readDatatype } from '../../../src/readers/hdf5/datatype.ts'

const reader = (...bytes: number[]) => new FieldReader('t.h5', Uint8Array.from(bytes))
/** A datatype message: class, bits and size, and what comes behind. */
const type = (typeClass: number, bits: number, size: number, ...more: number[]) =>
  readDatatype(
    reader(
      0x10 + typeClass,
      bits,
      typeClass === 1 ? 8 * size - 1 : 0,
      0,
      size,
      0,
      0,
      0,
      ...(more.length ? more : layout(typeClass, size)),
    ),
  )
/** What stands behind the size of a number: which of its bits mean what. */
const layout = (typeClass: number, size: number) => {
  const bits = [0, 0, (8 * size) & 255, (8 * size) >> 8]
  if (typeClass !== 1) return typeClass === 2 ? bits.slice(2) : bits
  const exponent = { 2: 5, 4: 8, 8: 11 }[size] ?? 15
  const mantissa = 8 * size - 1 - exponent
  const bias = 2 ** (exponent - 1) - 1
  return [...bits, mantissa, exponent, 0, mantissa, bias & 255, bias >> 8, 0, 0]
}
const length = (value: number) => [value, 0, 0, 0, 0, 0, 0, 0]

describe('what an element of HDF5 is', () => {
  it('is told by class, bits and size', () => {
    for (const size of [1, 2, 4, 8]) {
      expect(type(0, 0, size)).toEqual({ kind: 'number', size, format: `u${size}`, littleEndian: true })
      expect(type(0, 9, size)).toEqual({ kind: 'number', size, format: `i${size}`, littleEndian: false })
    }
    for (const size of [2, 4, 8])
      expect(type(1, 0x20, size)).toEqual({ kind: 'number', size, format: `f${size}`, littleEndian: true })
    expect(type(3, 0, 5)).toEqual({ kind: 'text', size: 5 })
    expect(type(7, 0, 8)).toEqual({ kind: 'reference', size: 8 })
    expect(type(9, 1, 16)).toEqual({ kind: 'long-text', size: 16 })
  })

  it('of an enumeration is its numbers, and no enumeration again', () => {
    const inner = [0x10, 8, 0, 0, 4, 0, 0, 0, 0, 0, 32, 0]
    expect(type(8, 2, 4, ...inner)).toEqual({ kind: 'number', size: 4, format: 'i4', littleEndian: true })
    expect(() => type(8, 0, 4, 0x18, 0, 0, 0, 4, 0, 0, 0, ...inner)).toThrow(
      'has an enumeration of 4 bytes without whole numbers of that size',
    )
    expect(() => type(8, 2, 2, ...inner)).toThrow('has an enumeration of 2 bytes')
  })

  it('that is not read is named', () => {
    const what = (...given: [number, number, number]) => type(...given)
    expect(what(0, 0, 3)).toEqual({ kind: 'other', size: 3, what: 'numbers of 3 bytes' })
    expect(what(1, 0, 16)).toEqual({ kind: 'other', size: 16, what: 'numbers of 16 bytes' })
    expect(what(1, 0x40, 8)).toMatchObject({ kind: 'other' })
    expect(what(3, 0, 0)).toMatchObject({ kind: 'other', size: 1 })
    expect(what(7, 1, 12)).toMatchObject({ kind: 'other', size: 12 })
    expect(what(9, 0, 16)).toEqual({ kind: 'other', size: 16, what: 'lists of varying length' })
    for (const [typeClass, words] of [
      [2, 'times'],
      [4, 'bit fields'],
      [5, 'opaque bytes'],
      [6, 'compound records'],
      [10, 'arrays'],
    ] as const)
      expect(what(typeClass, 0, 7)).toEqual({ kind: 'other', size: 7, what: words })
  })
})

describe('a damaged datatype of HDF5 is refused', () => {
  const bits = (first: number, count: number) => [first, 0, count, 0]
  it.each<[string, [number, number, number, ...number[]], string]>([
    ['with an integer of no bits', [0, 0, 4, ...bits(0, 0)], 'numbers of 0 bits in 4 bytes'],
    ['with an integer of more bits than its bytes have', [0, 0, 4, ...bits(1, 32)], 'numbers of 32 bits in 4 bytes'],
    ['with an integer of more bytes than it needs', [0, 0, 5, ...bits(0, 32)], 'numbers of 32 bits in 5 bytes'],
    [
      'with a float whose parts leave a gap',
      [1, 32, 4, ...bits(0, 32), 23, 8, 0, 22, 127, 0, 0, 0],
      'do not fit together',
    ],
    ['with a float of another bias', [1, 32, 4, ...bits(0, 32), 23, 8, 0, 23, 126, 0, 0, 0], 'do not fit together'],
    [
      'with a float of more bytes than it needs',
      [1, 32, 12, ...bits(0, 64), 52, 11, 0, 52, 255, 3, 0, 0],
      'do not fit together',
    ],
    ['with a time of more bits than its bytes have', [2, 0, 4, 33, 0], 'times of 33 bits in 4 bytes'],
    ['with text of an unknown end', [3, 3, 5], 'text of an unknown kind'],
    ['with text of unknown letters', [3, 0x20, 5], 'text of an unknown kind'],
    ['with references that are no addresses', [7, 0, 7], 'references in 7 bytes'],
    ['with lists that have no room for their place', [9, 1, 8], 'lists of varying length in 8 bytes'],
  ])('%s', (_, message, what) => {
    expect(() => type(...message)).toThrow(what)
  })

  it('while numbers of part of their bits, and of 80 bits, are named', () => {
    expect(type(0, 0, 2, ...bits(0, 12))).toMatchObject({ kind: 'other', size: 2 })
    expect(type(1, 32, 16, ...bits(0, 80), 64, 15, 0, 64, 255, 63, 0, 0)).toMatchObject({ kind: 'other', size: 16 })
    expect(type(1, 32, 2, ...bits(0, 16), 7, 8, 0, 7, 127, 0, 0, 0)).toMatchObject({ kind: 'other', size: 2 })
  })
})

describe('how long an array of HDF5 is', () => {
  it('stands in both versions of the message, with the most it may get', () => {
    const first = [1, 2, 0, 0, 0, 0, 0, 0, ...length(3), ...length(4)]
    expect(readDataspace(reader(...first))).toEqual({ shape: [3, 4], maxShape: [3, 4] })
    const second = [2, 2, 1, 1, ...length(3), ...length(4), ...new Array(8).fill(255), ...length(9)]
    expect(readDataspace(reader(...second))).toEqual({ shape: [3, 4], maxShape: [Number.POSITIVE_INFINITY, 9] })
    const less = [2, 1, 1, 1, ...length(3), ...length(2)]
    expect(readDataspace(reader(...less))).toEqual({ shape: [3], maxShape: [3] })
  })

  it('is nothing for a single value, and 0 for none', () => {
    expect(readDataspace(reader(2, 0, 0, 0))).toEqual({ shape: [], maxShape: [] })
    expect(readDataspace(reader(2, 0, 0, 2))).toEqual({ shape: [0], maxShape: [0] })
  })
})
