import { describe, expect, it } from 'vitest'
import { wordWeight } from '../../src/explain/distinguishing-features.ts'

const seen = {
  samples: Uint32Array.from({ length: 8 }, (_, i) => i),
  labels: Int32Array.of(0, 0, 0, 0, 1, 1, 1, 1),
  clusters: 2,
  weights: Float64Array.of(1, 1),
}
const word = (...counts: number[]) =>
  wordWeight({ rows: Uint32Array.from(counts.keys()), values: Float64Array.from(counts) }, seen)

describe('how much a word tells', () => {
  it('is p·ln(p/q) by the samples that have it, with half a sample on either side', () => {
    const [inside] = word(1, 2, 1, 0, 0, 0, 1, 0)
    expect(inside).toBeCloseTo((3.5 / 5) * Math.log(3.5 / 5 / (1.5 / 5)), 14)
  })

  it('is nothing for a word that all samples have, however often', () => {
    expect(Array.from(word(9, 9, 9, 9, 1, 1, 1, 1))).toEqual([0, 0])
  })

  it('is more for a word of many samples than for one of few, and below 0 where the rest has it', () => {
    const many = word(1, 1, 1, 1, 0, 0, 0, 0)
    const few = word(1, 0, 0, 0, 0, 0, 0, 0)
    expect(many[0]).toBeGreaterThan(few[0])
    expect(many[1]).toBeLessThan(0)
  })
})
