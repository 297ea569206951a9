import { cluster, cutTree, score } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { matrix } from '../../src/numerics/linalg/matrix.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { embeddedClusters, embeddingTree } from '../../src/tree/embedding-tree.ts'
import { blobs } from '../assign/blobs.ts'

const { views, truth } = blobs(90, 4)

describe('trees and outlier scores of methods without an ensemble', () => {
  it.each(['kmeans', 'spectral', 'dstl'] as const)(
    'are there, and cutting at the fitted number gives its labels (%s)',
    async (method) => {
      const found = await cluster(views, { clusters: 6, method, runtime: { threads: 1 } })
      const { tree, labels, outlierScores } = found
      expect(tree!.leafSizes.reduce((sum, size) => sum + size, 0)).toBe(90)
      expect(cutTree(tree!, labels, 6, 6)).toEqual(labels)
      expect(new Set(cutTree(tree!, labels, 6, 2)).size).toBe(2)
      expect(outlierScores!.length).toBe(90)
      const heights = tree!.merges.map(({ height }) => height)
      expect(heights).toEqual(heights.toSorted((a, b) => a - b))
      expect(heights.at(-1)).toBe(1)
    },
  )

  it('find the three groups again that k-means has split in six', async () => {
    const { tree, labels } = await cluster(views, { clusters: 6, method: 'kmeans', runtime: { threads: 1 } })
    expect(score(truth.map(String), cutTree(tree!, labels, 6, 3)).acc).toBe(1)
  })

  it('mark a sample that lies beyond its cluster', async () => {
    const data = Array.from(views.shape.data as ArrayLike<number>)
    for (let j = 0; j < 6; j++) data[30 + j] += 6
    const far = { ...views, shape: { ...views.shape, data } }
    const { outlierScores, outliers } = await cluster(far, {
      clusters: 3,
      method: 'kmeans',
      outliers: 'auto',
      runtime: { threads: 1 },
    })
    expect(outlierScores!.indexOf(Math.max(...outlierScores!))).toBe(5)
    expect(outliers![5]).toBe(1)
  })

  it('lie at the mean of the samples of each cluster, at 0 where it has none', () => {
    const points = matrix(4, 2, Float64Array.of(0, 1, 4, 5, 2, 3, 10, 20))
    const { centres, sizes } = embeddedClusters(points, Int32Array.of(0, 0, 0, 2), 3, singleProcess)
    expect([...sizes]).toEqual([3, 0, 1])
    expect([...centres.data]).toEqual([2, 3, 0, 0, 10, 20])
  })

  it('weigh clusters by their sizes, and name the leaf of each sample', () => {
    const points = matrix(5, 1, Float64Array.of(0, 0, 0, 6, 16))
    const labels = Int32Array.of(2, 2, 2, 0, 3)
    const tree = embeddingTree(embeddedClusters(points, labels, 4, singleProcess), labels)
    expect([...tree.leaves]).toEqual([1, 1, 1, 0, 2])
    expect(tree.leafSizes).toEqual([1, 3, 1])
    // 6²·3/4 from leaf 1 to leaf 0; then the mean of four is 1.5: 14.5²·4/5.
    expect(tree.merges.map(({ first, second }) => [first, second].sort())).toEqual([
      [0, 1],
      [2, 3],
    ])
    expect(tree.merges[0].height).toBeCloseTo(Math.sqrt(27 / (14.5 * 14.5 * 0.8)), 12)
  })

  it('merge the closest centres first and leave empty clusters out', () => {
    const points = matrix(4, 1, Float64Array.of(0, 1, 10, 10.5))
    const labels = Int32Array.of(0, 1, 3, 4)
    const tree = embeddingTree(embeddedClusters(points, labels, 5, singleProcess), labels)
    expect(tree.leafSizes).toEqual([1, 1, 1, 1])
    expect(tree.merges.map(({ first, second }) => [first, second])).toEqual([
      [2, 3],
      [0, 1],
      [5, 4],
    ])
  })
})
