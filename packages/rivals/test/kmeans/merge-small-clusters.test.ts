import { fromRows } from '@manyview/core/numerics'
import { expect, it } from 'vitest'
import { mergeSmallClusters } from '../../src/kmeans/merge-small-clusters.ts'

it('mergeSmallClusters keeps the largest clusters and joins the others to the nearest of them', () => {
  const points = fromRows([[0], [10], [0], [10], [9], [1]])
  expect(mergeSmallClusters(Int32Array.of(2, 1, 2, 1, 0, 3), points, 2)).toEqual(Int32Array.of(0, 1, 0, 1, 1, 0))
})

it('mergeSmallClusters leaves a partition with few enough clusters as it is', () => {
  const labels = Int32Array.of(1, 0)
  expect(mergeSmallClusters(labels, fromRows([[0], [1]]), 3)).toBe(labels)
})
