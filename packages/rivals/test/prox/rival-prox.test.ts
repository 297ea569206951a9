import type { Matrix } from '@manyview/core'
import { fromRows, matrix, Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { runToEnd } from '../../../core/src/runtime/steps.ts'
import { columnShrinkInto } from '../../src/prox/column-shrink-into.ts'
import { exclusiveLassoInto } from '../../src/prox/exclusive-lasso-into.ts'
import { generalisedSoftThreshold } from '../../src/prox/generalised-soft-threshold.ts'

describe('columnShrinkInto', () => {
  it('shortens columns over all stacked matrices by the threshold, and short ones to 0', () => {
    const top = fromRows([[3, 0.1, 0]])
    const bottom = fromRows([
      [0, 0.2, 0],
      [4, 0, 0],
    ])
    runToEnd(columnShrinkInto([top, bottom], 1))
    expect(Array.from(top.data)).toEqual([3 * 0.8, 0, 0])
    expect(Array.from(bottom.data)).toEqual([0, 0, 0, 4 * 0.8, 0, 0])
  })
})

describe('generalisedSoftThreshold', () => {
  it('is the soft threshold for p = 1', () => {
    expect(generalisedSoftThreshold(3, 1, 1)).toBe(2)
    expect(generalisedSoftThreshold(1, 1, 1)).toBe(0)
  })

  it('is near the minimiser of ½(t − s)² + threshold·tᵖ, found by trying', () => {
    for (const p of [0.3, 0.5, 0.9])
      for (const s of [0.1, 0.9, 1.5, 3, 10]) {
        const cost = (t: number) => 0.5 * (t - s) ** 2 + 0.6 * t ** p
        let best = 0
        for (let t = 0; t <= s; t += s / 20000) if (cost(t) < cost(best)) best = t
        // Four fixed-point steps stop a little short.
        expect(Math.abs(generalisedSoftThreshold(s, 0.6, p) - best)).toBeLessThan(2e-3 * s + 1e-4)
      }
  })

  it('leaves values alone without a threshold', () => {
    expect(generalisedSoftThreshold(2, 0, 0.5)).toBe(2)
    expect(generalisedSoftThreshold(0, 0, 0.5)).toBe(0)
  })
})

function exclusiveLasso({ rows, columns, data }: Matrix, weight: number): Matrix {
  const result = matrix(rows, columns, data.slice())
  exclusiveLassoInto(result, weight)
  return result
}

describe('exclusiveLassoInto', () => {
  it('meets the conditions of its minimum in every column', () => {
    const random = new Random(3)
    const a = fromRows(Array.from({ length: 12 }, () => Array.from({ length: 5 }, () => random.uniform() - 0.4)))
    for (const weight of [0.01, 0.3, 5]) {
      const o = exclusiveLasso(a, weight)
      for (let j = 0; j < 5; j++) {
        let total = 0
        for (let i = 0; i < 12; i++) total += Math.abs(o.data[i * 5 + j])
        for (let i = 0; i < 12; i++) {
          const [before, after] = [a.data[i * 5 + j], o.data[i * 5 + j]]
          if (after !== 0) expect(after + weight * total * Math.sign(after)).toBeCloseTo(before, 13)
          else expect(Math.abs(before)).toBeLessThanOrEqual(weight * total + 1e-15)
        }
      }
    }
  })

  it('changes nothing with weight 0 and keeps zeros', () => {
    const a = fromRows([
      [1, 0],
      [-2, 0],
    ])
    expect(exclusiveLasso(a, 0)).toEqual(a)
    expect(Array.from(exclusiveLasso(a, 1).data).filter((_, p) => p % 2 === 1)).toEqual([0, 0])
  })
})
