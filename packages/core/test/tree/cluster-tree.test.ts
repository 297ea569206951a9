import { type ClusterTree, cluster, cutTree } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { adjustedRandIndex } from '../../src/metrics/scores.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { cutNodes } from '../../src/tree/cluster-tree.ts'
import { blobs, pick } from '../assign/blobs.ts'

const tree: ClusterTree = {
  leaves: Int32Array.of(0, 0, 0, 1, 1, 2, 3, 3),
  leafSizes: [3, 2, 1, 2],
  merges: [
    { first: 1, second: 2, height: 0.1, support: 0.5 },
    { first: 0, second: 4, height: 0.4, support: 0.2 },
    { first: 5, second: 3, height: 0.9, support: 1 },
  ],
}
const labels = Int32Array.of(1, 1, 1, 0, 0, 0, 2, 2)

describe('cutTree', () => {
  it('numbers the clusters of a cut by size, and gives the labels of the fit for its own number', () => {
    expect([...cutTree(tree, labels, 3, 1)]).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
    expect([...cutTree(tree, labels, 3, 2)]).toEqual([0, 0, 0, 0, 0, 0, 1, 1])
    expect([...cutTree(tree, labels, 3, 3)]).toEqual([...labels])
    expect([...cutTree(tree, labels, 3, 4)]).toEqual([0, 0, 0, 1, 1, 3, 2, 2])
  })

  it('refuses numbers beyond the tree', () => {
    for (const wrong of [0, 5, 2.5, Number.NaN])
      expect(() => cutTree(tree, labels, 3, wrong)).toThrow(
        expect.objectContaining({
          code: 'clusters',
          argument: 'clusters',
          details: { most: 4 },
          message: `clusters: is ${wrong} but the tree has from 1 to 4 clusters, give a number of these or fit again`,
        }),
      )
  })

  it('gives the labels of a fit with more clusters than leaves, as an array of their own', () => {
    const found = cutTree(tree, labels, 7, 7)
    expect(found).toEqual(labels)
    expect(found).not.toBe(labels)
    expect(() => cutTree(tree, labels, 7, 6)).toThrow(/from 1 to 4/)
  })
})

describe('cutNodes', () => {
  it('gives the leaves of each cluster in ascending order, the largest cluster first, of equal ones the first leaf', () => {
    expect(cutNodes(tree, 4)).toEqual([[0], [1], [3], [2]])
    expect(cutNodes(tree, 3)).toEqual([[0], [1, 2], [3]])
    expect(cutNodes(tree, 2)).toEqual([[0, 1, 2], [3]])
    const crossed = [
      { first: 3, second: 1, height: 0.5, support: 1 },
      { first: 2, second: 0, height: 1, support: 1 },
    ]
    expect(cutNodes({ leafSizes: [2, 1, 1, 2], merges: crossed }, 2)).toEqual([
      [0, 2],
      [1, 3],
    ])
  })
})

describe('the tree of a fit', () => {
  const { views, truth } = blobs(150, 5)

  it('merges clusters back into the groups that they were split from', async () => {
    const { tree, labels } = await cluster(views, { clusters: 6, runtime: { threads: 1 } })
    expect(adjustedRandIndex(cutTree(tree!, labels, 6, 3), truth)).toBe(1)
    const heights = tree!.merges.slice(-5).map(({ height }) => height)
    expect(heights).toEqual(heights.toSorted((a, b) => a - b))
    expect(heights[2]).toBeLessThan(heights[3])
  })

  it.each(['full', 'fast'] as const)('is the same for any order of the samples, with effort %s', async (effort) => {
    const order = [...new Random(3).permutation(150)]
    const stored = await cluster(views, { clusters: 3, runtime: { threads: 1 }, effort })
    const shuffled = await cluster(pick(views, order), { clusters: 3, runtime: { threads: 1 }, effort })
    expect(shuffled.tree!.merges).toEqual(stored.tree!.merges)
    expect([...shuffled.tree!.leaves]).toEqual(order.map((i) => stored.tree!.leaves[i]))
    expect([...shuffled.outlierScores!]).toEqual(order.map((i) => stored.outlierScores![i]))
    expect(stored.tree!.leafSizes.length).toBe(9)
  })
})
