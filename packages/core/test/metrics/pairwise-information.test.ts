import { expect, it } from 'vitest'
import { PairwiseInformation } from '../../src/metrics/pairwise-information.ts'
import { normalisedMutualInformation } from '../../src/metrics/scores.ts'
import { Random } from '../../src/random/random.ts'

const samples = 300
const random = new Random(4)
const information = new PairwiseInformation(samples)
const drawn = (clusters: number) => Int32Array.from({ length: samples }, () => random.below(clusters))

it('partitions have the mutual information of their table, whatever was compared before', () => {
  const partitions = [2, 9, 30, 3].map((clusters) => ({ clusters, labels: drawn(clusters) }))
  // One that is much like another, and one with clusters that are empty.
  partitions.push({ clusters: 9, labels: partitions[1].labels.map((label, i) => (i % 7 === 0 ? 0 : label)) })
  partitions.push({ clusters: 5, labels: partitions[0].labels.map((label) => 4 * label) })
  const ready = partitions.map(({ labels, clusters }) => information.ready(labels, clusters))
  for (const [p, a] of ready.entries())
    for (const [q, b] of ready.entries()) {
      const expected = normalisedMutualInformation(partitions[p].labels, partitions[q].labels)
      expect(information.between(a, b)).toBeCloseTo(expected, 12)
    }
})

it('one cluster tells everything about one cluster and nothing about several', () => {
  const one = information.ready(new Int32Array(samples), 3)
  const three = information.ready(drawn(3), 3)
  expect(information.between(one, one)).toBe(1)
  expect(information.between(one, three)).toBe(0)
  expect(information.between(three, one)).toBe(0)
})
