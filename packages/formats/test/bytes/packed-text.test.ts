import { InputError } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { withoutPadding } from '../../src/bytes/decode-text.ts'
import { scanDecimal } from '../../src/bytes/scan-decimal.ts'
import { decodeZstd, scanZstdFrame } from '../../src/bytes/unzstd.ts'
import { findDelimiter, usesDecimalComma } from '../../src/readers/csv/sniff.ts'

describe('numbers scanned from their digits', () => {
  const scan = (text: string, begin = 0, point?: number) => {
    const found = { value: Number.NaN, end: -1 }
    return scanDecimal(new TextEncoder().encode(text), begin, found, point) ? [found.value, found.end] : null
  }

  it.each([
    '0',
    '7',
    '-7',
    '+7',
    '12.5',
    '.5',
    '5.',
    '-0.25',
    '1e3',
    '1E3',
    '1e+3',
    '25e-4',
    '00012',
    '0.000123',
    '123456789012345',
    '1e22',
    '1e-22',
    '000000000000000000001',
  ])('%s is what Number makes of it', (text) => {
    expect(scan(text)).toEqual([Number(text), text.length])
  })

  it.each(['', '-', '.', 'e5', '1e', '1e+', 'x', '1234567890123456', '1e23', '1e-23', '0.1234567890123456'])(
    '%s is left to others',
    (text) => {
      expect(scan(text)).toBeNull()
    },
  )

  it('end where digits end, begin anywhere, and may have a comma', () => {
    expect(scan('12,5;')).toEqual([12, 2])
    expect(scan('12,5;', 0, 44)).toEqual([12.5, 4])
    expect(scan('a-3b', 1)).toEqual([-3, 3])
    expect(scan('1.5.2')).toEqual([1.5, 3])
    expect(Object.is(scan('-0')![0], -0)).toBe(true)
  })
})

describe('frames of zstd', () => {
  const magic = [0x28, 0xb5, 0x2f, 0xfd]
  const wrong = () => new InputError('wrong', { code: 'file', argument: 'x' })
  const scan = (...bytes: number[]) => scanZstdFrame(Uint8Array.from([...magic, ...bytes]), 0, wrong)
  /** A block of so many bytes as they are, as a repeated one, or packed. */
  const head = (length: number, kind: number, last = 1) => [
    ((length << 3) | (kind << 1) | last) & 255,
    (length >> 5) & 255,
    length >> 13,
  ]

  it('say what they hold and where they end', () => {
    expect(scan(32, 2, ...head(2, 0), 7, 7)).toEqual({ end: 11, declared: 2, most: 2, window: 0 })
    expect(scan(0, 8, ...head(2, 0, 0), 7, 7, ...head(9, 1), 5)).toEqual({
      end: 15,
      declared: null,
      most: 11,
      window: 2048,
    })
    expect(scan(4, 1, ...head(2, 2), 7, 7, 1, 2, 3, 4)).toEqual({
      end: 15,
      declared: null,
      most: 131_072,
      window: 1152,
    })
    expect(scan(64 | 32, 1, 0, ...head(2, 0), 7, 7).declared).toBe(257)
    expect(scan(128 | 32, 1, 1, 0, 0, ...head(2, 0), 7, 7).declared).toBe(257)
    expect(scan(192 | 32, 1, 0, 0, 0, 1, 0, 0, 0, ...head(2, 0), 7, 7).declared).toBe(2 ** 32 + 1)
    expect(scan(32 | 1, 9, 2, ...head(2, 0), 7, 7)).toMatchObject({ declared: 2, end: 12 })
  })

  it('are refused where they are cut or of no known kind', () => {
    for (const bytes of [
      [32, 2, ...head(2, 3), 7, 7],
      [32, 2, ...head(2, 0), 7],
      [32, 2, ...head(2, 0, 0), 7, 7],
      [36, 2, ...head(2, 0), 7, 7, 1, 2, 3],
      [32, 2, ...head(131_073, 1), 7],
      [192 | 32, 1, 0, 0, 0],
      [32, 2],
    ])
      expect(() => scan(...bytes), bytes.join()).toThrow('wrong')
    expect(() => scanZstdFrame(new Uint8Array(20), 0, wrong)).toThrow('wrong')
  })

  it('are decoded to the size that is wanted, or refused', () => {
    const frame = Uint8Array.from([...magic, 32, 2, ...head(2, 0), 7, 7])
    const decode = (size: number, limit = 100, bytes = frame, made = 2) =>
      decodeZstd('x', bytes, size, limit, () => new Uint8Array(made).fill(7))
    expect(Array.from(decode(2))).toEqual([7, 7])
    const refusal = (size: number) => `x: has damaged zstd data for ${size} bytes, get the file again`
    expect(() => decode(3)).toThrow(refusal(3))
    expect(() => decode(2, 1)).toThrow(refusal(2))
    expect(() => decode(2, 100, Uint8Array.from([...frame, 0]))).toThrow(refusal(2))
    expect(() => decode(2, 100, frame, 3)).toThrow(refusal(2))
    const open = Uint8Array.from([...magic, 0, 0, ...head(2, 0), 7, 7])
    expect(Array.from(decode(2, 1024, open))).toEqual([7, 7])
    expect(() => decode(2, 1023, open)).toThrow(refusal(2))
  })
})

describe('how text is cut', () => {
  it('is by the sign that splits all lines alike, spaces last', () => {
    expect(findDelimiter(['a\tb', '1\t2'])).toBe('\t')
    expect(findDelimiter(['a;b', '1,5;2'])).toBe(';')
    expect(findDelimiter(['a|b', '1|2'])).toBe('|')
    expect(findDelimiter(['a,b c', '1,2 3'])).toBe(',')
    expect(findDelimiter(['a b', '1 2'])).toBe(' ')
    expect(findDelimiter(['a', '1'])).toBe(',')
    expect(findDelimiter(['a;b', 'c,d', '1,2', '3,4'])).toBe(',')
  })

  it('has a decimal comma where numbers say so, and doubt where they may mean thousands', () => {
    expect(usesDecimalComma(['1,5', 'x'], ';')).toEqual({ comma: true })
    expect(usesDecimalComma(['1,5', '2.5'], ';')).toEqual({ comma: false })
    expect(usesDecimalComma(['1.234,5', '2.000'], ';')).toEqual({ comma: true })
    expect(usesDecimalComma(['15', 'x'], ';')).toEqual({ comma: false })
    expect(usesDecimalComma(['0,125', '1,234'], ' ')).toEqual({ comma: true })
    expect(usesDecimalComma([' 1,234 '], ';')).toEqual({
      comma: true,
      doubt: ' 1,234  is read as  1.234 , write numbers without commas if the comma is a sign between thousands',
    })
    expect(usesDecimalComma(['1,234'], '\t')).toEqual({
      comma: false,
      doubt: '1,234 is read as 1234, write numbers without commas if the comma is the decimal sign',
    })
  })

  it('loses what fills it up, and nothing else', () => {
    expect([
      withoutPadding('a\0b\0\0'),
      withoutPadding('\0'),
      withoutPadding(''),
      withoutPadding('a  \0', '\0 '),
    ]).toEqual(['a\0b', '', '', 'a'])
  })
})
