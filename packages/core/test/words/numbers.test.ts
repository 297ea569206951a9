import { expect, it } from 'vitest'
import { counted, fixed, grouped, percent, plural, readable, sentence, signed } from '../../src/words/numbers.ts'

it('counted(count, noun) and plural(count, noun) have the noun that the count wants', () => {
  expect([0, 1, 2, 12_345].map((count) => counted(count, 'view'))).toEqual([
    '0 views',
    '1 view',
    '2 views',
    '12,345 views',
  ])
  expect(counted(2, 'class', 'classes')).toBe('2 classes')
  expect(plural(1, 'class', 'classes')).toBe('class')
})

it('grouped(count) puts the thousands apart', () => {
  expect([0, 999, 1000, -1_234_567].map(grouped)).toEqual(['0', '999', '1,000', '−1,234,567'])
})

it('readable(value) has three digits at any size', () => {
  expect([0, 0.012_345, 12.345, 1234, 1.2e7, -1e-5].map(readable)).toEqual([
    '0',
    '0.0123',
    '12.3',
    '1,230',
    '1.2e+7',
    '−1.0e−5',
  ])
  expect(readable(Number.NaN)).toBe('–')
})

it('fixed(value, digits) has a true minus and no negative zero', () => {
  expect([-0.5, -0.001, 0.125].map((value) => fixed(value, 2))).toEqual(['−0.50', '0.00', '0.13'])
  expect(fixed(Infinity, 2)).toBe('–')
})

it('percent(share) is of 1', () => {
  expect(percent(0.125)).toBe('13 %')
  expect(percent(0.1234, 1)).toBe('12.3 %')
  expect(percent(Number.NaN)).toBe('–')
})

it('sentence(text) begins large and ends once', () => {
  expect(sentence('two clusters are empty')).toBe('Two clusters are empty.')
  expect(sentence('Done!')).toBe('Done!')
})

it('signed(value, digits) says which way', () => {
  expect([0.051, -0.051, 0.004, -0.004].map((value) => signed(value, 2))).toEqual(['+0.05', '−0.05', '0.00', '0.00'])
})
