import { Random } from '@manyview/core/numerics'
import { expect, it } from 'vitest'
import { sortedEntryInto, upperMedianInto } from '../../src/linalg/upper-median.ts'

it('is the middle entry of the sorted values, for any length, with equal ones and in any order', () => {
  const random = new Random(3)
  for (let length = 1; length < 200; length++)
    for (const levels of [2, 5, 1e9]) {
      const values = Float64Array.from({ length }, () => Math.floor(random.uniform() * levels))
      expect(upperMedianInto(values.slice())).toBe(values.slice().sort()[length >> 1])
      expect(upperMedianInto(values.slice().sort())).toBe(values.slice().sort()[length >> 1])
    }
})

it('finds the entry of any place, and leaves nothing larger before it', () => {
  const random = new Random(4)
  for (const levels of [3, 1e9]) {
    const values = Float64Array.from({ length: 101 }, () => Math.floor(random.uniform() * levels))
    const sorted = values.slice().sort()
    for (let place = 0; place < values.length; place++) {
      const worked = values.slice()
      expect(sortedEntryInto(worked, place)).toBe(sorted[place])
      expect(Math.max(...worked.subarray(0, place + 1))).toBe(sorted[place])
    }
  }
})
