import { describe, expect, it } from 'vitest'
import { cluster } from '../../src/index.ts'
import { emptyClustersWarnings, filledClusters } from '../../src/methods/empty-clusters.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'

describe('emptyClustersWarnings(labels, clusters)', () => {
  it('says how many clusters stayed empty, and nothing where none did', () => {
    expect(filledClusters([0, 2, 2], 3, singleProcess)).toBe(2)
    expect(emptyClustersWarnings([0, 1, 2], 3, singleProcess)).toEqual([])
    expect(emptyClustersWarnings([0, 0, 0], 7, singleProcess)).toEqual([
      'all samples are in one cluster although 7 were asked for: the other 6 stayed empty',
    ])
    expect(emptyClustersWarnings([0, 2, 2], 4, singleProcess)).toEqual([
      'only 2 clusters have samples although 4 were asked for: the other 2 stayed empty',
    ])
  })

  it('is part of every clustering, whatever the method', async () => {
    // Four equal samples and two others: k-means cannot fill four clusters.
    const view = [[0], [0], [0], [0], [5], [9]]
    const { warnings, labels } = await cluster({ view }, { clusters: 4, method: 'kmeans' })
    expect(new Set(labels).size).toBe(3)
    expect(warnings.join()).toContain('only 3 clusters have samples although 4 were asked for')
  })
})
