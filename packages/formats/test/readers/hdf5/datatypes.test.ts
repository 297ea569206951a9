import { describe, expect, it } from 'vitest'
import { FieldReader } from '../../../src/readers/hdf5/bytes.ts'
import { readDataspace, readDatatype } from '../../../src/readers/hdf5/datatype.ts'

const reader = (...bytes: number[]) => new FieldReader('t.h5', Uint8Array.from(bytes))
/** A datatype message: class, bits and size, and what comes behind. */
const type = (typeClass: number, bits: number, size: number, ...more: number[]) =>
  readDatatype(reader(0x10 + typeClass, bits, 0, 0, size, 0, 0, 0, ...more))
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
    const inner = [0x10, 8, 0, 0, 4, 0, 0, 0]
    expect(type(8, 2, 4, ...inner)).toEqual({ kind: 'number', size: 4, format: 'i4', littleEndian: true })
    expect(type(8, 0, 4, 0x18, 0, 0, 0, 4, 0, 0, 0, ...inner)).toMatchObject({ kind: 'other', size: 4 })
  })

  it('that is not read is named', () => {
    const what = (...given: [number, number, number]) => type(...given)
    expect(what(0, 0, 3)).toEqual({ kind: 'other', size: 3, what: 'numbers of 3 bytes' })
    expect(what(1, 0, 16)).toEqual({ kind: 'other', size: 16, what: 'numbers of 16 bytes' })
    expect(what(1, 0x40, 8)).toMatchObject({ kind: 'other' })
    expect(what(3, 0, 0)).toMatchObject({ kind: 'other', size: 1 })
    expect(what(7, 1, 12)).toMatchObject({ kind: 'other', size: 12 })
    for (const [typeClass, words] of [
      [2, 'times'],
      [4, 'bit fields'],
      [5, 'opaque bytes'],
      [6, 'compound records'],
      [9, 'lists of varying length'],
      [10, 'arrays'],
    ] as const)
      expect(what(typeClass, 0, 7)).toEqual({ kind: 'other', size: 7, what: words })
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
