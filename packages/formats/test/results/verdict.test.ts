import { describe, expect, it } from 'vitest'
import { type StoredClustering, verdict } from '../../src/index.ts'

const stored = (confidence: number | null, support: number[], more: object = {}) =>
  ({
    record: { clusters: 3, converged: true, views: support.map((_, v) => ({ name: `X{${v + 1}}` })), ...more },
    confidence: confidence === null ? null : Float64Array.of(confidence, confidence),
    explanation: { support },
  }) as unknown as StoredClustering

describe('verdict(stored)', () => {
  it('says how clear the structure is, and which views carry it', () => {
    expect(verdict(stored(0.42, [0.05, 0.4, 0.7]))).toBe(
      'Weak structure: mean confidence 0.42. X{3} carries the result, X{1} hardly.',
    )
    expect(verdict(stored(0.9, [0.6, 0.7]))).toBe('Clear structure: mean confidence 0.90. All views carry the result.')
    expect(verdict(stored(0.6, [0.7, 0.68, 0.3]))).toBe(
      'Fair structure: mean confidence 0.60. X{1} and X{2} carry the result.',
    )
  })

  it('goes by the views where the method gives no confidence, and says what went wrong', () => {
    expect(verdict(stored(null, [0.1, 0.02]))).toBe(
      'Weak structure: the best view supports the clusters by 0.10 of 1. X{1} carries the result, X{2} hardly.',
    )
    expect(verdict(stored(0.9, [0.01, 0.02], { converged: false }))).toBe(
      'Clear structure: mean confidence 0.90. No view shows these clusters. The method did not converge.',
    )
  })

  it('knows its limits to the digit', () => {
    const first = (confidence: number | null, support: number[]) => verdict(stored(confidence, support)).split(' ')[0]
    expect([0.75, 0.749, 0.5, 0.499].map((mean) => first(mean, [0.5]))).toEqual(['Clear', 'Fair', 'Fair', 'Weak'])
    expect([0.6, 0.59, 0.3, 0.29].map((most) => first(null, [most, 0]))).toEqual(['Clear', 'Fair', 'Fair', 'Weak'])
    const views = (...support: number[]) =>
      verdict(stored(0.9, support))
        .split('. ')
        .slice(1)
        .join('. ')
        .replace(/^\d+\. /, '')
    expect(views(0.05, 0.05)).toBe('All views carry the result.')
    expect(views(0.049, 0.01)).toBe('No view shows these clusters.')
    expect(views(1, 0.8)).toBe('All views carry the result.')
    expect(views(1, 0.79)).toBe('X{1} carries the result.')
    expect(views(1, 0.3)).toBe('X{1} carries the result.')
    expect(views(1, 0.29)).toBe('X{1} carries the result, X{2} hardly.')
    expect(views(0.9, 0.9, 1, 0.1, 0.2)).toBe('3 of 5 views carry the result, X{3} most; X{4} and X{5} hardly do.')
    expect(views(1, 0.1, 0.2, 0.15)).toBe('X{1} carries the result; X{2}, X{4} and 1 more hardly do.')
    expect(verdict(stored(0.9, [0.5]))).toBe('Clear structure: mean confidence 0.90.')
    expect(verdict(stored(0.9, [1, 1], { stopped: true, converged: false }))).toMatch(
      /result\. The fit was stopped early\.$/,
    )
  })

  it('says nothing of a single cluster', () => {
    expect(verdict(stored(1, [0.1, 0.2], { clusters: 1 }))).toBe('')
  })
})
