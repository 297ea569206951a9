import { cluster, cutClusters, cutTree, refit } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { fromRows } from '../../src/numerics/linalg/matrix.ts'
import { blobs } from '../assign/blobs.ts'

const { views } = blobs(150, 5)

describe('cutClusters(tree, labels, fitted, clusters)', () => {
  const tree = {
    leaves: Int32Array.of(0, 0, 0, 1, 1, 2),
    leafSizes: [3, 2, 1],
    merges: [
      { first: 0, second: 1, height: 0.5, support: 1 },
      { first: 3, second: 2, height: 1, support: 1 },
    ],
  }
  const labels = Int32Array.of(0, 0, 0, 1, 1, 2)

  it('lets samples join the nearest cluster of the cut', () => {
    const embedding = fromRows([[0], [0], [10], [1], [1], [11]])
    expect([...cutTree(tree, labels, 3, 2)]).toEqual([0, 0, 0, 0, 0, 1])
    expect([...cutClusters({ ...tree, embedding }, labels, 3, 2)]).toEqual([0, 0, 1, 0, 0, 1])
  })

  it('measures in all dimensions, and numbers clusters by size, those of equal size by their first sample', () => {
    const embedding = fromRows([
      [51, 59],
      [51, 50],
      [51, 50],
      [51, 59],
      [51, 59],
      [51, 50],
    ])
    // The nested cut begins with the means (51, 55.4) and (51, 50).
    expect([...cutClusters({ ...tree, embedding }, labels, 3, 2)]).toEqual([0, 1, 1, 0, 0, 1])
    const skewed = fromRows([[0], [9], [9], [9], [9], [0.5]])
    // The first sample joins the last, whose cluster stays the smaller one.
    expect([...cutClusters({ ...tree, embedding: skewed }, labels, 3, 2)]).toEqual([1, 0, 0, 0, 0, 1])
  })

  it('takes steps until nothing moves', () => {
    const places = [0, 1, 2, 3, 4, 5, 6, 7]
    const leaves = Int32Array.of(0, 1, 1, 1, 1, 1, 1, 1)
    const two = { leaves, leafSizes: [1, 7], merges: [{ first: 0, second: 1, height: 1, support: 1 }] }
    const embedding = fromRows(places.map((place) => [place]))
    // The border moves from 2 to 2.5 and to 3; what lies on it goes to the larger cluster, which has the lower number.
    expect([...cutClusters({ ...two, embedding }, new Int32Array(8), 1, 2)]).toEqual([1, 1, 1, 0, 0, 0, 0, 0])
  })

  it('gives a sample that is as near to two clusters to the one with the lower number', () => {
    const embedding = fromRows([[0], [0], [2], [4], [4], [4]])
    const equal = { ...tree, leaves: Int32Array.of(0, 0, 2, 1, 1, 1), leafSizes: [2, 3, 1], embedding }
    const merges = [
      { first: 0, second: 2, height: 0.5, support: 1 },
      { first: 3, second: 1, height: 1, support: 1 },
    ]
    expect([...cutClusters({ ...equal, merges }, labels, 3, 2)]).toEqual([0, 0, 0, 1, 1, 1])
  })

  it('is the nested cut without an embedding, and the labels of the fit at its number', () => {
    expect(cutClusters(tree, labels, 3, 2)).toEqual(cutTree(tree, labels, 3, 2))
    const embedding = fromRows([[0], [0], [10], [1], [1], [11]])
    expect(cutClusters({ ...tree, embedding }, labels, 3, 3)).toEqual(labels)
  })

  it('never leaves a cluster empty', () => {
    const embedding = fromRows([[0], [0], [0], [0], [0], [0]])
    expect(new Set(cutClusters({ ...tree, embedding }, labels, 3, 2)).size).toBe(2)
  })
})

describe('refit(clustering, clusters)', () => {
  it('equals a fit with that number, byte for byte', async () => {
    const direct = await cluster(views, { clusters: 4, runtime: { threads: 1 }, seed: 3 })
    const { seconds: _, ...wanted } = direct
    for (const earlier of [3, 6, 30]) {
      const fit = await cluster(views, { clusters: earlier, runtime: { threads: 1 }, seed: 3 })
      const { seconds, ...again } = await refit(fit, 4)
      expect(again).toEqual(wanted)
    }
  })

  it('keeps all other options of the fit, such as its outliers', async () => {
    const direct = await cluster(views, { clusters: 4, runtime: { threads: 1 }, outliers: 0.1 })
    const fit = await cluster(views, { clusters: 3, runtime: { threads: 1 }, outliers: 0.1 })
    const again = await refit(fit, 4)
    expect(again.labels).toEqual(direct.labels)
    expect(again.outliers).toEqual(direct.outliers)
  })

  it('refuses a fit that is not the newest', async () => {
    const fit = await cluster(views, { clusters: 3, runtime: { threads: 1 } })
    await cluster(views, { clusters: 2, runtime: { threads: 1 } })
    await expect(refit(fit, 4)).rejects.toThrow(/clustering: is not the newest fit of this process/)
  })
})
