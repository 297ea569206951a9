import { describe, expect, it } from 'vitest'
import type { Member } from '../../src/consensus/members.ts'
import { consensusPartition, placeSamples, voteOn } from '../../src/consensus/vote.ts'
import { adjustedRandIndex } from '../../src/metrics/scores.ts'
import { finalKmeans } from '../../src/numerics/kmeans/final-kmeans.ts'
import { kmeans } from '../../src/numerics/kmeans/kmeans.ts'
import type { Matrix } from '../../src/numerics/linalg/matrix.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { randomMatrix } from '../numerics/random-matrix.ts'
import { samplesInOrder } from '../samples-in-order.ts'
import { memberOf } from './member-of.ts'

const kernels = await Kernels.load()

describe('consensusPartition(kernels, voters, clusters, random)', () => {
  const agree = (members: Member[], clusters: number) =>
    runToEnd(consensusPartition(kernels, { members, weights: members.map(() => 1) }, clusters, new Random(1)))

  it('finds the partition that noisy partitions share, and places of clusters that place the samples', () => {
    const random = new Random(3)
    const truth = Array.from({ length: 120 }, (_, i) => i % 4)
    const members = Array.from({ length: 20 }, () =>
      memberOf(truth.map((label) => (random.below(5) === 0 ? random.below(4) : label))),
    )
    const { labels, embedding, places } = agree(members, 4)
    expect(adjustedRandIndex(truth, labels)).toBe(1)
    expect([embedding.rows, embedding.columns]).toEqual([120, 4])
    const placed = runToEnd(placeSamples({ kernels, device: null }, samplesInOrder(120), members, places))
    placed.data.forEach((value, p) => {
      expect(value).toBeCloseTo(embedding.data[p], 9)
    })
  })

  it('finds 60 clusters on which all members agree', () => {
    const truth = Array.from({ length: 900 }, (_, i) => i % 60)
    const { labels } = agree(
      Array.from({ length: 12 }, () => memberOf(truth)),
      60,
    )
    expect(adjustedRandIndex(truth, labels)).toBe(1)
  })
})

describe('finalKmeans(kernels, points, clusters, random)', () => {
  /** Σ of squared distances from the mean of the own cluster. */
  function squaredError({ columns, data }: Matrix, labels: Int32Array, clusters: number): number {
    const [sums, sizes] = [new Float64Array(clusters * columns), new Float64Array(clusters)]
    for (const label of labels) sizes[label]++
    data.forEach((value, p) => {
      sums[labels[Math.floor(p / columns)] * columns + (p % columns)] += value
    })
    const between = sums.reduce((sum, value, p) => sum + (value * value) / sizes[Math.floor(p / columns)], 0)
    return data.reduce((sum, value) => sum + value * value, 0) - between
  }

  it('is the best of several starts: hardly any single start comes to less', () => {
    let better = 0
    for (let seed = 0; seed < 8; seed++) {
      const points = randomMatrix(300, 4, seed)
      const error = squaredError(points, runToEnd(finalKmeans(kernels, points, 12, new Random(seed))), 12)
      for (let s = 0; s < 20; s++) {
        const single = { clusters: 12, random: new Random(100 + s), restarts: 1, start: 'greedy' } as const
        better += Number(kmeans(kernels, points, single).squaredError < error - 1e-9)
      }
    }
    // Of 160 single starts; one start alone is as good as half of them.
    expect(better).toBeLessThan(32)
  })
})

describe('voteOn(kernels, samples, voters, consensus, clusters)', () => {
  const vote = (members: Member[], weights: number[], consensus: ArrayLike<number>, clusters: number) =>
    runToEnd(
      voteOn(
        { kernels, device: null },
        samplesInOrder(consensus.length),
        { members, weights },
        Int32Array.from(consensus),
        clusters,
      ),
    )

  /** The definition, sample by sample. */
  function plainMemberships(members: Member[], weights: number[], consensus: number[], clusters: number): number[][] {
    return consensus.map((_, i) => {
      const row = Array.from({ length: clusters }, (_, j) => {
        let sum = 0
        for (const [b, { labels }] of members.entries()) {
          const fellows = consensus.filter((own, s) => own >= 0 && labels[s] === labels[i])
          sum += (weights[b] * fellows.filter((own) => own === j).length) / Math.max(fellows.length, 1)
        }
        return sum
      })
      const total = row.reduce((sum, value) => sum + value)
      return row.map((value) => value / total)
    })
  }

  it('adds up what each cluster of each member stands for, also where the consensus leaves samples open', () => {
    const random = new Random(2)
    const consensus = Array.from({ length: 30 }, (_, i) => (i % 5 === 4 ? -1 : i % 3))
    const members = [3, 6, 4].map((clusters) =>
      memberOf(
        consensus.map((own) => (random.below(4) === 0 ? random.below(clusters) : Math.max(own, 0))),
        { clusters },
      ),
    )
    const weights = [1, 0.5, 2]
    const found = vote(members, weights, consensus, 3)
    for (const [i, row] of plainMemberships(members, weights, consensus, 3).entries()) {
      const own = [...found.memberships.data.subarray(3 * i, 3 * i + 3)]
      for (const j of [0, 1, 2]) expect(own[j]).toBeCloseTo(row[j], 12)
      expect(found.labels[i]).toBe(own.indexOf(Math.max(...own)))
      const [first, second] = own.toSorted((a, b) => b - a)
      expect(found.confidence[i]).toBe(first - second)
    }
  })

  it('gives the lowest of equal clusters', () => {
    const { labels, confidence } = vote([memberOf([0, 0, 0, 0])], [1], [1, 0, 1, 0], 2)
    // Cluster 1 would lose all its samples: the first that the consensus had there keeps it.
    expect([...labels]).toEqual([1, 0, 0, 0])
    expect([...confidence]).toEqual([0, 0, 0, 0])
  })

  it('leaves a cluster that would lose all its samples the one that is most certain of it, without confidence', () => {
    const members = [memberOf([0, 0, 0, 0, 0, 1]), memberOf([0, 0, 0, 0, 1, 1])]
    const { labels, confidence } = vote(members, [3, 1], [0, 0, 0, 2, 2, 1], 3)
    expect([...labels]).toEqual([0, 0, 0, 0, 2, 1])
    // The members would put it elsewhere.
    expect(confidence[4]).toBe(0)
  })

  it('leaves such a cluster one that the consensus had there, before others with more votes for it', () => {
    // Sample 5 is with either of the two samples of cluster 2.
    const members = [memberOf([0, 0, 0, 1, 0, 1, 2]), memberOf([0, 0, 0, 0, 1, 1, 2])]
    const { labels, memberships } = vote(members, [1, 1], [0, 0, 0, 2, 2, 0, 1], 3)
    expect(memberships.data[3 * 5 + 2]).toBeGreaterThan(memberships.data[3 * 3 + 2])
    expect([...labels]).toEqual([0, 0, 0, 2, 0, 0, 1])
  })

  it('takes no sample that is the last of another cluster', () => {
    const { labels } = vote([memberOf([0, 1])], [1], [0, 1], 3)
    expect([...labels]).toEqual([0, 1])
  })
})
