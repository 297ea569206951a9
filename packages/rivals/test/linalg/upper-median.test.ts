import { Random } from '@manyview/core/numerics'
import { expect, it } from 'vitest'
import { upperMedianInto } from '../../src/linalg/upper-median.ts'

it('is the middle entry of the sorted values, for any length, with equal ones and in any order', () => {
  const random = new Random(3)
  for (let length = 1; length < 200; length++)
    for (const levels of [2, 5, 1e9]) {
      const values = Float64Array.from({ length }, () => Math.floor(random.uniform() * levels))
      expect(upperMedianInto(values.slice())).toBe(values.slice().sort()[length >> 1])
      expect(upperMedianInto(values.slice().sort())).toBe(values.slice().sort()[length >> 1])
    }
})
