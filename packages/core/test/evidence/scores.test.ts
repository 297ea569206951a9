import { expect, it } from 'vitest'
import { extraScores } from '../../src/evidence/scores.ts'

const options = { effort: 'full', sample: null }

it('the refinement looks at 100 scores per view, or a third as many as there are samples, but at 30 at least', () => {
  expect(extraScores(50_000, options)).toBe(100)
  expect(extraScores(300, options)).toBe(100)
  expect(extraScores(299, options)).toBe(99)
  expect(extraScores(60, options)).toBe(30)
})

it('it looks at those of the graphs where partitions are fitted to some samples, and with little effort', () => {
  expect(extraScores(50_001, options)).toBe(30)
  expect(extraScores(1000, { ...options, sample: 500 })).toBe(30)
  expect(extraScores(1000, { ...options, effort: 'fast' })).toBe(30)
})
