import { describe, expect, it } from 'vitest'
import { outlierWarnings } from '../../src/choose/mark-outliers.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'

/** Samples 0, 3, 6 … in cluster 0, and so on: each cluster has usual samples. */
const warningsOf = (scores: number[], clusters = 3) => {
  const outlierScores = Float64Array.from(scores)
  const labels = Int32Array.from(scores, (_, i) => i % clusters)
  const warnings = outlierWarnings({ labels, outlierScores }, clusters, singleProcess)
  expect([...outlierScores]).toEqual(scores)
  return warnings
}
const usual = [1, 0.5, 1, 0.2, 1, 0.9]

describe('outlierWarnings: samples that stand alone and share a cluster with others', () => {
  it('are told of, one or several, with their scores and that of the next', () => {
    expect(warningsOf([...usual, 9.04])).toEqual([
      '1 sample is far from all others (outlier score 9.0, the next is 1.0) but not in a cluster apart: it may be a cluster of its own, and another cluster cut in two instead; outliers "auto" (--outliers auto) sets it aside',
    ])
    expect(warningsOf([9, ...usual, 8])).toEqual([
      '2 samples are far from all others (outlier score 8.0 and more, the next is 1.0) but not in a cluster apart: they may be clusters of their own, and another cluster cut in two instead; outliers "auto" (--outliers auto) sets them aside',
    ])
  })

  it('are fewer than clusters', () => {
    expect(warningsOf([9, ...usual, 8.5, 8])).toEqual([])
    expect(warningsOf([9, ...usual, 8.5, 8], 4)[0]).toMatch(/^3 samples are far /)
  })

  it('have scores past the limit of outliers, and at least twice as high as the next', () => {
    expect(warningsOf([...usual, 3.5])).toEqual([])
    expect(warningsOf([...usual, 3.6])[0]).toMatch(/^1 sample is far .*score 3\.6, the next is 1\.0/)
    expect(warningsOf([...usual, 8, 4])[0]).toMatch(/^1 sample is far .*score 8\.0, the next is 4\.0/)
    expect(warningsOf([...usual, 7.9, 4, 3])).toEqual([])
  })

  it('are not told of beside clusters of outliers, or where nothing was scored', () => {
    const outlierScores = Float64Array.of(1, 1, 50, 1, 9)
    const labels = Int32Array.of(0, 0, 1, 0, 0)
    expect(outlierWarnings({ labels, outlierScores }, 2, singleProcess)).toEqual([
      'cluster 1 holds only outliers (1 sample): outliers "auto" (--outliers auto) sets them aside and clusters the others without them',
    ])
    expect(outlierWarnings({ labels }, 2, singleProcess)).toEqual([])
  })
})
