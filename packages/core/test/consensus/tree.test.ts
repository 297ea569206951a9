import { describe, expect, it } from 'vitest'
import { drawFitted } from '../../src/consensus/fitted-samples.ts'
import { clusterTree } from '../../src/consensus/tree.ts'
import { fromRows } from '../../src/numerics/linalg/matrix.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { cutTree } from '../../src/tree/cluster-tree.ts'
import { plainRuntime } from '../plain-runtime.ts'
import { samplesInOrder } from '../samples-in-order.ts'

const kernels = await Kernels.load()
const random = new Random(1)

describe('clusterTree(rt, samples, embedding, partition, fitted, keeps)', () => {
  const clusters = 3
  const truth = Array.from({ length: 240 }, (_, i) => i % 6)
  // Cluster c holds the groups 2c and 2c + 1; clusters 0 and 1 lie closer to each other than to cluster 2.
  const labels = Int32Array.from(truth, (group) => Math.floor(group / 2))
  const embedding = fromRows(
    truth.map((group) => [20 * Number(group > 3) + 8 * Math.floor(group / 2) + normal(random) / 4, 3 * (group % 2)]),
  )
  const samples = samplesInOrder(240)
  const treeOf = (keeps: boolean) => {
    const rt = plainRuntime(kernels, new Random(2))
    const fitted = drawFitted(samples, 240, new Random(0))
    return runToEnd(clusterTree(rt, samples, embedding, { labels, clusters }, fitted, keeps))
  }

  it('splits every cluster where its samples lie apart, and merges the clusters that lie closest', () => {
    const tree = treeOf(false)
    expect(tree.leafSizes).toHaveLength(9)
    tree.leafSizes.forEach((size, leaf) => {
      const members = truth.filter((_, i) => tree.leaves[i] === leaf)
      expect(members).toHaveLength(size)
      expect(new Set(members.map((group) => Math.floor(group / 2))).size).toBe(1)
    })
    const cut = (count: number) => cutTree(tree, labels, clusters, count)
    const pairs = (partition: Int32Array, groupOf: (group: number) => number) =>
      new Set(truth.map((group, i) => `${groupOf(group)} ${partition[i]}`)).size
    expect(pairs(cut(6), (group) => group)).toBe(6)
    expect(pairs(cut(2), (group) => Number(group > 3))).toBe(2)
  })

  it('holds the embedding in single precision where it is to be kept', () => {
    expect(treeOf(false).embedding).toBeUndefined()
    expect(treeOf(true).embedding!.data).toEqual(Float64Array.from(embedding.data, Math.fround))
  })
})
