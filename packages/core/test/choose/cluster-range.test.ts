import { describe, expect, it } from 'vitest'
import { type Clusters, clusterRange } from '../../src/choose/cluster-range.ts'

const refusal = (clusters: unknown, samples = 9) => {
  try {
    clusterRange(clusters as Clusters, samples)
  } catch (error) {
    const { code, message, details } = error as { code: string; message: string; details: object }
    expect([code, details]).toEqual(['clusters', { samples }])
    return message
  }
}

describe('clusterRange(clusters, samples)', () => {
  it('auto: from 2 to one cluster per 4 samples, at most 128; for few samples up to 10, at most one per 2 samples', () => {
    const most = [1, 2, 3, 5, 7, 19, 20, 40, 44, 400, 511, 512, 1e6].map((samples) => [
      samples,
      clusterRange('auto', samples).to,
    ])
    expect(most).toEqual([
      [1, 1],
      [2, 2],
      [3, 2],
      [5, 2],
      [7, 3],
      [19, 9],
      [20, 10],
      [40, 10],
      [44, 11],
      [400, 100],
      [511, 127],
      [512, 128],
      [1e6, 128],
    ])
    expect([1, 2, 3, 1000].map((samples) => clusterRange('auto', samples).from)).toEqual([1, 2, 2, 2])
  })

  it('a number is a range of one, a range is itself', () => {
    expect(clusterRange(1, 9)).toEqual({ from: 1, to: 1 })
    expect(clusterRange(9, 9)).toEqual({ from: 9, to: 9 })
    expect(clusterRange({ from: 1, to: 9 }, 9)).toEqual({ from: 1, to: 9 })
    expect(clusterRange({ from: 4, to: 4 }, 9)).toEqual({ from: 4, to: 4 })
  })

  it('refuses anything else with both numbers', () => {
    for (const clusters of [0, -1, 1.5, 10, NaN, Infinity])
      expect(refusal(clusters)).toBe(`clusters: is ${clusters} for 9 samples, give a whole number from 1 to 9`)
    for (const clusters of ['many', null, undefined, true])
      expect(refusal(clusters)).toBe(
        `clusters: is ${JSON.stringify(clusters)}, give a whole number, { from, to } or "auto"`,
      )
    expect(refusal({ from: 0, to: 3 })).toBe('clusters: go from 0 to 3, give two whole numbers of at least 1')
    expect(refusal({ from: 1, to: 2.5 })).toBe('clusters: go from 1 to 2.5, give two whole numbers of at least 1')
    expect(refusal({ from: '2', to: 3 })).toBe('clusters: go from 2 to 3, give two whole numbers of at least 1')
    expect(refusal({ from: 4, to: 3 })).toBe('clusters: go from 4 to 3, give the smaller number first')
    expect(refusal({ from: 4, to: 10 })).toBe('clusters: go up to 10 but there are only 9 samples, give at most 9')
  })
})
