import { describe, expect, it } from 'vitest'
import { drawFitted } from '../../src/consensus/fitted-samples.ts'
import { clusterTree, mergeHeights, pairsInMembers, pairsInMemberships } from '../../src/consensus/tree.ts'
import { fromRows, type Matrix, matrix } from '../../src/numerics/linalg/matrix.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { cutTree } from '../../src/tree/cluster-tree.ts'
import { plainRuntime } from '../plain-runtime.ts'
import { samplesInOrder } from '../samples-in-order.ts'
import { memberOf } from './member-of.ts'

const kernels = await Kernels.load()
const random = new Random(1)

/** Σ over the pairs of a sample of one group and one of another of how much they are `together`. */
function plainPairs(groups: readonly number[], count: number, together: (i: number, j: number) => number): Matrix {
  const pairs = matrix(count, count)
  for (const [i, a] of groups.entries())
    for (const [j, b] of groups.entries()) pairs.data[a * count + b] += together(i, j)
  return pairs
}

describe('pairs of samples that partitions put together', () => {
  const groups = Int32Array.from({ length: 30 }, () => random.below(4))

  it('are counted by the weights of members', () => {
    const members = [3, 5].map((clusters) =>
      memberOf(
        Array.from(groups, () => random.below(clusters)),
        { clusters },
      ),
    )
    const weights = [1, 2.5]
    const found = pairsInMembers(samplesInOrder(30), { members, weights })(groups, 4)
    const together = (i: number, j: number) =>
      members.reduce((sum, { labels }, b) => sum + (labels[i] === labels[j] ? weights[b] : 0), 0)
    expect(found).toEqual(plainPairs([...groups], 4, together))
  })

  it('are counted by memberships where there is one partition only', () => {
    const memberships = fromRows(Array.from(groups, () => [random.uniform(), random.uniform()]))
    const found = pairsInMemberships(samplesInOrder(30), memberships)(groups, 4)
    const together = (i: number, j: number) =>
      [0, 1].reduce((sum, c) => sum + memberships.data[2 * i + c] * memberships.data[2 * j + c], 0)
    plainPairs([...groups], 4, together).data.forEach((pairs, p) => {
      expect(found.data[p]).toBeCloseTo(pairs, 10)
    })
  })
})

describe('mergeHeights(pairs, leafSizes, within)', () => {
  /** Four leaves of one sample each, that are together as often as said. */
  const together = fromRows([
    [1, 0.25, 0, 0.04],
    [0.25, 1, 0, 0.04],
    [0, 0, 1, 0.64],
    [0.04, 0.04, 0.64, 1],
  ])

  it('merges the two nodes that are together most often, at 1 less the root of their likeness', () => {
    const merges = mergeHeights(together, [1, 1, 1, 1], [])
    expect(merges.map(({ first, second }) => [first, second])).toEqual([
      [2, 3],
      [0, 1],
      [5, 4],
    ])
    expect(merges[0].height).toBeCloseTo(1 - 0.8, 12)
    expect(merges[1].height).toBeCloseTo(1 - 0.5, 12)
    // Leaf 3 is together with leaf 0 and 1 as often as 0.04; next best for the first merge.
    expect(merges[0].support).toBeCloseTo(1 - 0.04 / 0.64, 12)
    const heights = merges.map(({ height }) => height)
    expect(heights).toEqual(heights.toSorted((a, b) => a - b))
  })

  it('merges leaves of one cluster first, and never lower than what lies below', () => {
    const merges = mergeHeights(together, [1, 1, 1, 1], [[0, 2]])
    expect(merges.map(({ first, second, height }) => [first, second, height])).toEqual([
      [0, 2, 1],
      // By itself at 0.31.
      [4, 3, 1],
      [5, 1, 1],
    ])
  })
})

describe('clusterTree(rt, samples, features, labels, clusters, fitted, countPairs)', () => {
  it('splits every cluster by its features, and merges the clusters that members confuse', () => {
    const clusters = 3
    const truth = Array.from({ length: 240 }, (_, i) => i % 6)
    // Cluster c holds the groups 2c and 2c + 1, which lie apart; members confuse clusters 0 and 1.
    const labels = Int32Array.from(truth, (group) => Math.floor(group / 2))
    const features = fromRows(truth.map((group) => [10 * (group % 2) + normal(random), 4 * group + normal(random)]))
    const members = Array.from({ length: 9 }, (_, m) =>
      memberOf(
        labels.map((label) => (m < 3 ? Math.max(label - 1, 0) : label)),
        { clusters },
      ),
    )
    const samples = samplesInOrder(240)
    const pairs = pairsInMembers(samples, { members, weights: members.map(() => 1) })
    const rt = plainRuntime(kernels, new Random(2))
    const tree = runToEnd(
      clusterTree(rt, samples, features, labels, clusters, drawFitted(samples, 240, new Random(0)), pairs),
    )
    expect(tree.leafSizes).toHaveLength(9)
    tree.leafSizes.forEach((size, leaf) => {
      const own = truth.filter((_, i) => tree.leaves[i] === leaf)
      expect(own).toHaveLength(size)
      expect(new Set(own.map((group) => Math.floor(group / 2))).size).toBe(1)
    })
    const cut = (count: number) => cutTree(tree, labels, clusters, count)
    const likeTruth = (found: Int32Array, groupOf: (group: number) => number) =>
      new Set(truth.map((group, i) => `${groupOf(group)} ${found[i]}`)).size
    expect(likeTruth(cut(6), (group) => group)).toBe(6)
    expect(likeTruth(cut(2), (group) => Number(group > 3))).toBe(2)
  })
})
