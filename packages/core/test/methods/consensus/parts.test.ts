import { describe, expect, it } from 'vitest'
import { Kernels } from '../../../src/kernels/kernels.ts'
import { matrix } from '../../../src/linalg/matrix.ts'
import { bipartiteConsensus } from '../../../src/methods/consensus/bipartite-consensus.ts'
import { basisSize } from '../../../src/methods/consensus/embeddings.ts'
import { finalKmeans } from '../../../src/methods/consensus/final-kmeans.ts'
import { kmeansRuns, repeats } from '../../../src/methods/consensus/kmeans-runs.ts'
import type { Member } from '../../../src/methods/consensus/members.ts'
import { numberClusters } from '../../../src/methods/consensus/number-clusters.ts'
import { splitSamples } from '../../../src/methods/consensus/split-samples.ts'
import { vote } from '../../../src/methods/consensus/vote.ts'
import { adjustedRandIndex } from '../../../src/metrics/scores.ts'
import { Random } from '../../../src/random/random.ts'
import { drain } from '../../drain.ts'

const kernels = await Kernels.load()
const member = (labels: number[], clusters = 2): Member => ({
  round: 0,
  graph: 0,
  family: 'plain',
  clusters,
  modularity: 0,
  labels: Int32Array.from(labels),
})
const alone = (samples: number) => Uint32Array.from({ length: samples }, (_, i) => i)

describe('kmeansRuns(kernels, pictures, clusters, kinds, seeds, random)', () => {
  it('clusters each embedding into k, 2k and 4k clusters, at most n/3, whatever else it clusters', () => {
    const random = new Random(1)
    const points = matrix(
      30,
      2,
      Float64Array.from({ length: 60 }, () => random.uniform()),
    )
    const runs = drain(kmeansRuns(kernels, [points, points], 3, ['plain', 'double', 'fine'], 2, new Random(2)))
    expect(runs.map(({ clusters }) => clusters)).toEqual([3, 3, 6, 6, 10, 10, 3, 3, 6, 6, 10, 10])
    const fewer = drain(kmeansRuns(kernels, [points], 3, ['fine'], 2, new Random(2)))
    expect(runs.slice(4, 6)).toEqual(fewer)
  })
})

describe('repeats(samples, clusters)', () => {
  it('is 6 for large data and up to 12 where members cost little', () => {
    expect([repeats(10000, 10), repeats(544, 5), repeats(1000, 12)]).toEqual([6, 12, 10])
  })
})

describe('bipartiteConsensus(kernels, members, weights, clusters, random)', () => {
  it('finds the partition that noisy partitions share', () => {
    const random = new Random(3)
    const truth = Array.from({ length: 120 }, (_, i) => i % 4)
    const members = Array.from({ length: 20 }, () =>
      member(
        truth.map((label) => (random.below(5) === 0 ? random.below(4) : label)),
        4,
      ),
    )
    const { labels, embedding } = drain(bipartiteConsensus(kernels, members, new Array(20).fill(1), 4, new Random(1)))
    expect(adjustedRandIndex(truth, labels)).toBe(1)
    expect([embedding.rows, embedding.columns]).toEqual([120, 4])
  })

  it('finds 60 clusters on which all members agree', () => {
    const truth = Array.from({ length: 900 }, (_, i) => i % 60)
    const members = Array.from({ length: 12 }, () => member(truth, 60))
    const { labels } = drain(bipartiteConsensus(kernels, members, new Array(12).fill(1), 60, new Random(1)))
    expect(adjustedRandIndex(truth, labels)).toBe(1)
  })
})

describe('vote(kernels, members, weights, consensus, clusters, twins)', () => {
  it('gives memberships that sum to 1 and follow the weights', () => {
    const members = [member([0, 0, 1, 1]), member([0, 1, 1, 1])]
    const { labels, memberships, confidence } = drain(
      vote(kernels, members, [1, 3], Int32Array.of(0, 0, 1, 1), 2, alone(4)),
    )
    // Sample 1: weight 1 for its cluster {0, 1}, weight 3 for {1, 2, 3}, of which a third lies in consensus cluster 0.
    expect(memberships.data[2]).toBeCloseTo((1 + 3 / 3) / 4, 12)
    expect(confidence[1]).toBeCloseTo(0, 12)
    expect(Array.from(labels)).toEqual([0, 0, 1, 1])
    expect(memberships.data[0] + memberships.data[1]).toBeCloseTo(1, 12)
  })

  it('lets identical samples share memberships and label', () => {
    const members = [member([0, 0, 0, 1]), member([0, 0, 1, 1])]
    const { labels, memberships } = drain(
      vote(kernels, members, [1, 1], Int32Array.of(0, 0, 1, 1), 2, Uint32Array.of(0, 1, 1, 3)),
    )
    expect(labels[2]).toBe(labels[1])
    expect(memberships.data.slice(2, 4)).toEqual(memberships.data.slice(4, 6))
  })

  it('keeps the most certain sample of a cluster that would lose all', () => {
    const members = [member([0, 0, 0, 0, 1]), member([0, 0, 0, 0, 1])]
    const { labels } = drain(vote(kernels, members, [1, 1], Int32Array.of(0, 0, 0, 2, 1), 3, alone(5)))
    expect(labels[3]).toBe(2)
    expect(new Set(labels).size).toBe(3)
  })
})

describe('numberClusters(found, clusters)', () => {
  it('numbers by size, then by first sample, and moves the memberships along', () => {
    const memberships = matrix(
      5,
      3,
      Float64Array.from({ length: 15 }, (_, p) => p),
    )
    const found = { labels: Int32Array.of(2, 1, 0, 0, 1), memberships, confidence: null, embedding: null, details: {} }
    const numbered = numberClusters(found, 3)
    expect(Array.from(numbered.labels)).toEqual([2, 0, 1, 1, 0])
    expect(Array.from(numbered.memberships!.data.subarray(0, 3))).toEqual([1, 0, 2])
  })
})

describe('splitSamples(twins, clusters)', () => {
  it('splits the largest group of identical samples first, which are then no surer than their shares', () => {
    const { labels, confidence } = splitSamples(Uint32Array.of(0, 0, 0, 3, 4, 4), 4)
    expect(new Set(labels).size).toBe(4)
    expect(labels[4]).toBe(labels[5])
    expect([...confidence!]).toEqual([0, 2 / 3 - 1 / 3, 2 / 3 - 1 / 3, 1, 1, 1])
  })
})

describe('finalKmeans(kernels, embedding, clusters, random)', () => {
  it('finds corners that every random start may miss, from the pivots of a QR', () => {
    const corners = matrix(200, 20)
    for (let i = 0; i < 200; i++) corners.data[i * 20 + (i % 20)] = 1 + (i % 3) * 1e-3
    const labels = drain(finalKmeans(kernels, corners, 20, new Random(5)))
    expect(
      adjustedRandIndex(
        Array.from({ length: 200 }, (_, i) => i % 20),
        labels,
      ),
    ).toBe(1)
  })
})

describe('basisSize(samples, clusters)', () => {
  it('is 2k, at least 30, at most a third of the samples, but k where that is more', () => {
    expect([basisSize(1000, 5), basisSize(1000, 100), basisSize(60, 5), basisSize(60, 40), basisSize(3, 3)]).toEqual([
      30, 200, 20, 40, 2,
    ])
  })
})
