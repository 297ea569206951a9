import { expect, it } from 'vitest'
import { byteSize, byteSizes } from '../../src/words/byte-size.ts'

it('byteSize(bytes) has about three digits', () => {
  const cases: [number, string][] = [
    [0, '0 bytes'],
    [1, '1 byte'],
    [999.4, '999 bytes'],
    [999.6, '1 kB'],
    [12_345, '12.3 kB'],
    [100_000, '100 kB'],
    [999_600, '1 MB'],
    [1_048_166, '1 MB'],
    [320e6, '320 MB'],
    [999.96e6, '1 GB'],
    [1.54e9, '1.5 GB'],
    [2e18, '2,000 PB'],
  ]
  for (const [bytes, text] of cases) expect(byteSize(bytes), String(bytes)).toBe(text)
  for (const wrong of [Number.NaN, Infinity, -1]) expect(byteSize(wrong)).toBe('–')
})

it('byteSizes(first, second) writes two amounts that differ differently', () => {
  expect(byteSizes(5e9, 1e9)).toEqual(['5 GB', '1 GB'])
  expect(byteSizes(1.04e6, 1e6)).toEqual(['1.04 MB', '1 MB'])
  expect(byteSizes(1e9 + 1, 1e9)).toEqual(['1,000,000,001 bytes', '1,000,000,000 bytes'])
  expect(byteSizes(7, 7)).toEqual(['7 bytes', '7 bytes'])
})
