import { expect, test } from 'vitest'
import { teachingWeights } from '../../../src/methods/consensus/refined-graphs.ts'

const confidence = Float64Array.of(0.8, 0.8, 0.8, 0.001)

test('a sample counts by its confidence times the share of the views that it has', () => {
  const speaking = [Uint8Array.of(1, 1, 0, 1), Uint8Array.of(1, 0, 1, 1)]
  const found = teachingWeights(confidence, { speaking, weights: [1, 3], incomplete: true })
  expect(Array.from(found, (weight) => Number(weight.toFixed(12)))).toEqual([0.8, 0.2, 0.6, 0.02])
})

test('a row of zeros in data that lack no view costs a sample nothing', () => {
  const speaking = [Uint8Array.of(1, 1, 0, 1), Uint8Array.of(1, 1, 1, 1)]
  const found = teachingWeights(confidence, { speaking, weights: [1, 1], incomplete: false })
  expect([...found]).toEqual([0.8, 0.8, 0.8, 0.02])
})
