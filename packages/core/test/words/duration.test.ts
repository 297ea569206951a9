import { expect, it } from 'vitest'
import { duration } from '../../src/words/duration.ts'

it('duration(seconds) has about three digits and one or two units', () => {
  const cases: [number, string][] = [
    [0, '0 s'],
    [1e-5, '0.01 ms'],
    [0.0004, '0.4 ms'],
    [0.085, '85 ms'],
    [0.0994, '99 ms'],
    [0.0996, '0.1 s'],
    [2.314, '2.31 s'],
    [3, '3 s'],
    [9.996, '10 s'],
    [12.44, '12.4 s'],
    [59.6, '59.6 s'],
    [125, '2 min 5 s'],
    [3540, '59 min'],
    [4800, '1 h 20 min'],
    [360_000, '100 h'],
  ]
  for (const [seconds, text] of cases) expect(duration(seconds), String(seconds)).toBe(text)
})

it('duration(seconds) never writes 60 of a unit', () => {
  expect(duration(59.96)).toBe('1 min')
  expect(duration(119.7)).toBe('2 min')
  expect(duration(3599)).toBe('59 min 59 s')
  expect(duration(3599.6)).toBe('1 h')
  expect(duration(7199)).toBe('2 h')
  for (let seconds = 0.01; seconds < 1e6; seconds *= 1.0007)
    expect(duration(seconds)).not.toMatch(/\b60(\.0+)? (s|min)|1000 ms/)
})

it('duration(seconds) of what is no time is a dash', () => {
  for (const wrong of [Number.NaN, Infinity, -1]) expect(duration(wrong)).toBe('–')
})
