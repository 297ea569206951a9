import { describe, expect, it } from 'vitest'
import { keptTogether } from '../../../src/methods/consensus/kept-together.ts'
import type { Ballot } from '../../../src/methods/consensus/vote.ts'
import { Random } from '../../../src/random/random.ts'

const alone = (samples: number) => Uint32Array.from({ length: samples }, (_, i) => i)
const ballot = (labels: readonly number[]): Ballot => ({
  clusters: Math.max(...labels) + 1,
  labels: Int32Array.from(labels),
})

/** The definition, sample by sample. */
function plainly(members: Ballot[], weights: number[], partition: Int32Array): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const fellows = (i: number) => Array.from(partition.keys()).filter((s) => partition[s] === partition[i])
  const share = (i: number) => {
    const own = fellows(i)
    return members.reduce((sum, { labels }, b) => {
      const beside = own.filter((s) => labels[s] === labels[i]).length
      return sum + ((weights[b] / total) * beside) / own.length
    }, 0)
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return Array.from(partition.keys(), (i) => Math.min(1, share(i) / Math.sqrt(mean(fellows(i).map(share)))))
}

describe('keptTogether(members, weights, labels, clusters, twins)', () => {
  it('is the share of its cluster that is with a sample, over the root of the mean in the cluster', () => {
    const random = new Random(3)
    const partition = Int32Array.from({ length: 40 }, (_, i) => i % 4)
    const members = [1, 2, 3].map(() =>
      ballot(Array.from(partition, (own) => (random.below(3) ? own : random.below(4)))),
    )
    const weights = [1, 0.5, 2]
    const found = keptTogether(members, weights, partition, 4, alone(40))
    plainly(members, weights, partition).forEach((value, i) => {
      expect(found[i]).toBeCloseTo(value, 12)
    })
  })

  it('is lower where members split a cluster of two groups, though all of them vote for it', () => {
    const split = ballot([0, 0, 1, 1, 2, 2, 2, 2])
    const whole = ballot([0, 0, 0, 0, 1, 1, 1, 2])
    const found = keptTogether([split, whole], [1, 1], Int32Array.of(0, 0, 0, 0, 1, 1, 1, 2), 3, alone(8))
    for (const i of [0, 1, 2, 3]) expect(found[i]).toBeCloseTo(Math.sqrt(0.75), 12)
    expect([...found.subarray(4)]).toEqual([1, 1, 1, 1])
  })

  it('does not ask members of more clusters than the partition, which split all of them', () => {
    const partition = Int32Array.of(0, 0, 1, 1)
    const halves = ballot([0, 1, 2, 3])
    expect([...keptTogether([ballot([0, 0, 1, 1]), halves], [1, 9], partition, 2, alone(4))]).toEqual([1, 1, 1, 1])
    expect([...keptTogether([halves], [1], partition, 2, alone(4))]).toEqual([1, 1, 1, 1])
  })

  it('is the same for identical samples', () => {
    const member = ballot([0, 1, 0, 0, 1, 1])
    const [first, second] = keptTogether(
      [member],
      [1],
      Int32Array.of(0, 0, 0, 0, 1, 1),
      2,
      Uint32Array.of(0, 0, 2, 3, 4, 5),
    )
    expect(first).toBe(second)
    expect(first).toBeCloseTo(0.5 / Math.sqrt((0.5 + 0.5 + 0.75 + 0.75) / 4), 12)
  })
})
