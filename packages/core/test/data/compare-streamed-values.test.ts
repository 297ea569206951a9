import { describe, expect, it } from 'vitest'
import { compareStreamedValues } from '../../src/data/compare-streamed-values.ts'
import { compareValues, countValues } from '../../src/data/compare-values.ts'
import type { BlockedMatrix } from '../../src/linalg/blocked-matrix.ts'
import { matrix } from '../../src/linalg/matrix.ts'
import { Random } from '../../src/random/random.ts'
import { oneProcess } from '../../src/ranks/one-process.ts'

function blocked(values: readonly number[]): BlockedMatrix {
  return {
    ...{ rows: values.length, columns: 1, blockRows: 4 },
    readRows: (begin, end, to) => to.set(values.slice(begin, end)),
  }
}

function inMemory(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [one, other].map((values) => countValues(matrix(values.length, 1, Float64Array.from(values))))
  return Math.sign(compareValues(oneProcess, a, b))
}

describe('compareStreamedValues', () => {
  it('says the same of values in any order', () => {
    expect(compareStreamedValues(blocked([3, -1, 0, 2, 1e300]), blocked([0, 1e300, 2, 3, -1]))).toBe(0)
  })

  it('tells values apart by their last bit', () => {
    const next = 1 + Number.EPSILON
    expect(compareStreamedValues(blocked([5, 1]), blocked([next, 5]))).toBeLessThan(0)
    expect(compareStreamedValues(blocked([-1, 5]), blocked([5, -next]))).toBeGreaterThan(0)
  })

  it('orders as all values in ascending order do in memory, whatever the values are (seeds 1 to 60)', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = new Random(seed)
      const drawn = () =>
        Array.from({ length: 9 }, () => [-2.5, -1e-300, 0.5, 1, 1 + Number.EPSILON, 7][random.below(6)])
      const [one, other] = [drawn(), drawn()]
      expect(Math.sign(compareStreamedValues(blocked(one), blocked(other)))).toBe(inMemory(one, other))
    }
  })
})
