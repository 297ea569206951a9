import { describe, expect, it } from 'vitest'
import { calibrateConfidence, cohesionOf } from '../../src/consensus/confidence.ts'
import type { Member } from '../../src/consensus/members.ts'
import { margins, type Vote } from '../../src/consensus/vote.ts'
import { fromRows } from '../../src/numerics/linalg/matrix.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { samplesInOrder } from '../samples-in-order.ts'
import { memberOf } from './member-of.ts'

const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length

describe('calibrateConfidence(samples, vote, unrefined, cohesion)', () => {
  const voted = (rows: number[][], labels: number[]): Vote => {
    const memberships = fromRows(rows)
    const own = Int32Array.from(labels)
    return { labels: own, memberships, confidence: margins(memberships, own) }
  }
  const all = voted(
    [
      [1, 0],
      [0.9, 0.1],
      [0.2, 0.8],
    ],
    [0, 0, 1],
  )
  const calibrate = (unrefined: Vote, cohesion = [1, 1, 1]) =>
    calibrateConfidence(samplesInOrder(3), all, unrefined, Float64Array.from(cohesion))

  it('is as sure on average as the members that never saw the refinement, and keeps labels and order', () => {
    // Leads of the labels: 0.6, 0 (these members would put the sample elsewhere), 0.4.
    const unrefined = voted(
      [
        [0.8, 0.2],
        [0.3, 0.7],
        [0.3, 0.7],
      ],
      [0, 1, 1],
    )
    const { labels, memberships, confidence } = calibrate(unrefined)
    expect(labels).toBe(all.labels)
    expect(mean(confidence)).toBeCloseTo(1 / 3, 12)
    expect([...confidence.keys()].sort((a, b) => confidence[b] - confidence[a])).toEqual([0, 1, 2])
    for (let i = 0; i < 3; i++) {
      const row = memberships.data.subarray(2 * i, 2 * i + 2)
      expect(row[0] + row[1]).toBeCloseTo(1, 12)
      expect(Math.abs(row[0] - row[1])).toBeCloseTo(confidence[i], 12)
      expect(row[labels[i]]).toBeGreaterThanOrEqual(0.5)
    }
  })

  it('never makes a vote surer', () => {
    const sure = voted(
      [
        [1, 0],
        [1, 0],
        [0, 1],
      ],
      [0, 0, 1],
    )
    expect(calibrate(sure).confidence).toEqual(all.confidence)
  })

  it('is less sure of samples that are not kept with their cluster', () => {
    const { labels, memberships, confidence } = calibrate(all, [0.5, 1, 0.25])
    expect(labels).toBe(all.labels)
    ;[0.5, 0.8, 0.15].forEach((lead, i) => {
      expect(confidence[i]).toBeCloseTo(lead, 12)
      expect(Math.abs(memberships.data[2 * i] - memberships.data[2 * i + 1])).toBeCloseTo(lead, 12)
    })
  })
})

describe('cohesionOf(samples, voters, labels, clusters)', () => {
  const cohesion = (members: Member[], weights: number[], labels: ArrayLike<number>, clusters: number) =>
    cohesionOf(samplesInOrder(labels.length), { members, weights }, Int32Array.from(labels), clusters)

  /** The definition, sample by sample. */
  function plainly(members: Member[], weights: number[], partition: Int32Array): number[] {
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    const fellows = (i: number) => Array.from(partition.keys()).filter((s) => partition[s] === partition[i])
    const share = (i: number) => {
      const own = fellows(i)
      return members.reduce((sum, { labels }, b) => {
        const beside = own.filter((s) => labels[s] === labels[i]).length
        return sum + ((weights[b] / total) * beside) / own.length
      }, 0)
    }
    return Array.from(partition.keys(), (i) => Math.min(1, share(i) / Math.sqrt(mean(fellows(i).map(share)))))
  }

  it('is the share of its cluster that is with a sample, over the root of the mean in the cluster', () => {
    const random = new Random(3)
    const partition = Int32Array.from({ length: 40 }, (_, i) => i % 4)
    const members = [1, 2, 3].map(() => memberOf(partition.map((own) => (random.below(3) ? own : random.below(4)))))
    const weights = [1, 0.5, 2]
    const found = cohesion(members, weights, partition, 4)
    plainly(members, weights, partition).forEach((value, i) => {
      expect(found[i]).toBeCloseTo(value, 12)
    })
  })

  it('is lower where members split a cluster of two groups, though all of them vote for it', () => {
    const split = memberOf([0, 0, 1, 1, 2, 2, 2, 2])
    const whole = memberOf([0, 0, 0, 0, 1, 1, 1, 2])
    const found = cohesion([split, whole], [1, 1], [0, 0, 0, 0, 1, 1, 1, 2], 3)
    for (const i of [0, 1, 2, 3]) expect(found[i]).toBeCloseTo(Math.sqrt(0.75), 12)
    expect([...found.subarray(4)]).toEqual([1, 1, 1, 1])
  })
})
