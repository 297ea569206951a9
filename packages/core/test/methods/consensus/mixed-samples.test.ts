import { normal, Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { mixedLimit, mixSamples } from '../../../src/methods/consensus/mixed-samples.ts'

const drawn = (count: number, middle: number, seed: number) => {
  const random = new Random(seed)
  return Float64Array.from({ length: count }, () => middle + normal(random))
}
const past = (values: Float64Array, limit: number) => values.filter((value) => value > limit).length
const usual = drawn(950, 0, 1)
const made = drawn(1000, 4, 2)

describe('mixSamples', () => {
  it('gives each made-up sample the views of different samples, each sample once per view', () => {
    const made = mixSamples(50, 3, new Random(5))
    for (const view of made) expect(Array.from(view).sort((a, b) => a - b)).toEqual([...Array(50).keys()])
    for (let m = 0; m < 50; m++) expect(new Set(made.map((view) => view[m])).size).toBe(3)
  })

  it('makes up no more than 4,096, and none of one view', () => {
    expect(mixSamples(10_000, 2, new Random(5))[1]).toHaveLength(4096)
    expect(mixSamples(50, 1, new Random(5))[0]).toHaveLength(0)
  })
})

describe('mixedLimit', () => {
  it('lies where most mixed samples and hardly any others are past it', () => {
    const mixed = drawn(50, 4, 3)
    const limit = mixedLimit(Float64Array.of(...usual, ...mixed), made)
    expect(past(mixed, limit)).toBeGreaterThan(40)
    expect(past(usual, limit)).toBeLessThan(10)
  })

  it('has no sample past it where none is mixed', () => {
    expect(past(usual, mixedLimit(usual, made))).toBe(0)
  })

  it('does not count what is not known', () => {
    const holes = (values: Float64Array) => Float64Array.of(NaN, ...values, NaN)
    expect(mixedLimit(holes(usual), holes(made))).toBe(mixedLimit(usual, made))
  })

  it('is infinite where made-up samples are hardly further apart than others, or where none were made up', () => {
    expect(mixedLimit(usual, drawn(1000, 1, 2))).toBe(Infinity)
    expect(mixedLimit(usual, drawn(1000, 0, 2))).toBe(Infinity)
    expect(mixedLimit(usual, new Float64Array(0))).toBe(Infinity)
    expect(mixedLimit(new Float64Array(0), made)).toBe(Infinity)
  })
})
