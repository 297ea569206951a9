import { describe, expect, it } from 'vitest'
import { Kernels } from '../../../src/kernels/kernels.ts'
import { type Ballot, vote } from '../../../src/methods/consensus/vote.ts'
import { Random } from '../../../src/random/random.ts'
import { drain } from '../../drain.ts'

const kernels = await Kernels.load()
const alone = (samples: number) => Uint32Array.from({ length: samples }, (_, i) => i)

/** The definition, sample by sample. */
function plainMemberships(members: Ballot[], weights: number[], consensus: number[], clusters: number): number[][] {
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

describe('vote(kernels, members, weights, consensus, clusters, twins)', () => {
  it('adds up what each cluster of each member stands for, also where the consensus leaves samples open', () => {
    const random = new Random(2)
    const consensus = Array.from({ length: 30 }, (_, i) => (i % 5 === 4 ? -1 : i % 3))
    const members = [3, 6, 4].map((clusters) => ({
      clusters,
      labels: Int32Array.from(consensus, (own) => (random.below(4) === 0 ? random.below(clusters) : Math.max(own, 0))),
    }))
    const weights = [1, 0.5, 2]
    const found = drain(vote(kernels, members, weights, Int32Array.from(consensus), 3, alone(30)))
    const expected = plainMemberships(members, weights, consensus, 3)
    for (const [i, row] of expected.entries()) {
      const own = [...found.memberships.data.subarray(3 * i, 3 * i + 3)]
      for (const j of [0, 1, 2]) expect(own[j]).toBeCloseTo(row[j], 12)
      expect(found.labels[i]).toBe(own.indexOf(Math.max(...own)))
      const [first, second] = own.toSorted((a, b) => b - a)
      expect(found.confidence[i]).toBe(first - second)
    }
  })

  it('gives the lowest of equal clusters', () => {
    const { labels, confidence } = drain(
      vote(kernels, [{ clusters: 1, labels: Int32Array.of(0, 0, 0, 0) }], [1], Int32Array.of(1, 0, 1, 0), 2, alone(4)),
    )
    // Cluster 1 would lose all its samples: the first that the consensus had there keeps it.
    expect([...labels]).toEqual([1, 0, 0, 0])
    expect([...confidence]).toEqual([0, 0, 0, 0])
  })

  it('a cluster that would lose all keeps the sample that is most certain of it, with all that are identical', () => {
    const members = [{ clusters: 2, labels: Int32Array.of(0, 0, 0, 0, 0, 1) }]
    const consensus = Int32Array.of(0, 0, 0, 2, 2, 1)
    const { labels, confidence } = drain(vote(kernels, members, [1], consensus, 3, Uint32Array.of(0, 1, 2, 3, 3, 5)))
    expect([...labels]).toEqual([0, 0, 0, 2, 2, 1])
    // The members would put it elsewhere.
    expect([...confidence.subarray(3, 5)]).toEqual([0, 0])
  })

  it('takes no sample that is the last of another cluster, nor a group of identical ones that is all of it', () => {
    const consensus = Int32Array.of(0, 0, 1)
    const { labels } = drain(
      vote(kernels, [{ clusters: 2, labels: Int32Array.of(0, 0, 1) }], [1], consensus, 3, Uint32Array.of(0, 0, 2)),
    )
    expect([...labels]).toEqual([0, 0, 1])
  })

  it('adds the memberships of identical samples up, each counted', () => {
    const members = [{ clusters: 2, labels: Int32Array.of(0, 1, 1, 0, 1) }]
    const consensus = Int32Array.of(0, 1, 1, 0, 1)
    const { memberships, labels } = drain(vote(kernels, members, [1], consensus, 2, Uint32Array.of(0, 0, 0, 3, 4)))
    expect([...labels]).toEqual([1, 1, 1, 0, 1])
    for (const i of [0, 1, 2]) {
      expect(memberships.data[2 * i]).toBeCloseTo(1 / 3, 14)
      expect(memberships.data[2 * i + 1]).toBeCloseTo(2 / 3, 14)
    }
  })
})
