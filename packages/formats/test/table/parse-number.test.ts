import { describe, expect, it } from 'vitest'
import { isMissingMark, looksNumeric, parseNumber } from '../../src/table/parse-number.ts'
import { dateText, timeText } from '../../src/table/table.ts'

describe('parseNumber(field)', () => {
  it.each([
    ['12', 12],
    [' -0.5 ', -0.5],
    ['+.5', 0.5],
    ['3.', 3],
    ['1e-3', 0.001],
    ['2E+2', 200],
    ['TRUE', 1],
    ['False', 0],
    ['inf', Infinity],
    ['-Infinity', -Infinity],
    ['+inf', Infinity],
    ['1,234', 1234],
    ["-1'234'567.5", -1234567.5],
    ['1 234', 1234],
    ['€ 12', 12],
    ['-$1,200.50', -1200.5],
    ['12 %', 12],
    ['7£', 7],
    ...['', ' ', 'NA', 'n/a', 'NaN', 'null', 'None', '?', '-nan', 'missing', '#N/A'].map((word) => [word, Number.NaN]),
  ] as [string, number][])('%j is %d', (field, value) => {
    expect(parseNumber(field)).toBe(value)
  })

  it.each([
    ['1,5', 1.5],
    [',5', 0.5],
    ['-2,5e3', -2500],
    ['1.234,5', 1234.5],
    ['1.234', 1234],
    ["1'234'567", 1234567],
    ['12,5 %', 12.5],
    ['3', 3],
  ])('%j is %d where a comma is the decimal sign', (field, value) => {
    expect(parseNumber(field, true)).toBe(value)
  })

  it.each([
    '1,2',
    '1,23',
    '1,2345',
    '12a',
    'a12',
    '1e',
    '.',
    '-',
    '+',
    '1.2.3',
    '0x10',
    '1 2',
    'infin',
    'yes',
    '% 5',
    `1,${'000,'.repeat(12)}000`,
  ])('%j is no number', (field) => {
    expect(parseNumber(field)).toBeUndefined()
  })

  it.each(['1.5', '1.23', '1,2,3', '1.234.5'])('%j is no number where a comma is the decimal sign', (field) => {
    expect(parseNumber(field, true)).toBeUndefined()
  })
})

describe('fields', () => {
  it('look like numbers where they are neither missing nor truth values', () => {
    expect(['1', '-2.5', '1,234', 'inf'].every(looksNumeric)).toBe(true)
    expect(['', 'NA', 'true', ' FALSE ', 'word'].some(looksNumeric)).toBe(false)
  })

  it('may be signs for no value', () => {
    expect(['-', '--', '–', ' . ', '*', '<NA>', 'n.a.', '#DIV/0!', '#VALUE!', 'Err:502'].every(isMissingMark)).toBe(
      true,
    )
    expect(['', 'NA', '0', 'x', '---'].some(isMissingMark)).toBe(false)
  })
})

describe('dates as text', () => {
  it('have the time of day where it is not midnight, and milliseconds where there are any', () => {
    expect(dateText(new Date(Date.UTC(2024, 0, 5)))).toBe('2024-01-05')
    expect(dateText(new Date(Date.UTC(2024, 0, 5, 10, 30)))).toBe('2024-01-05 10:30:00')
    expect(dateText(new Date(Date.UTC(2024, 0, 5, 0, 0, 0, 7)))).toBe('2024-01-05 00:00:00.007')
    expect(dateText(new Date(Number.NaN))).toBe('')
  })

  it('may be times alone', () => {
    expect(timeText(37_800_000)).toBe('10:30:00')
    expect(timeText(1)).toBe('00:00:00.001')
    expect(timeText(Number.NaN)).toBe('')
  })
})
