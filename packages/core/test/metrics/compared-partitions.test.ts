import { expect, it } from 'vitest'
import { ComparedPartitions } from '../../src/metrics/compared-partitions.ts'
import { normalisedMutualInformation } from '../../src/metrics/scores.ts'
import { Random } from '../../src/numerics/random/random.ts'

it('ComparedPartitions.information(a, b) has the bytes of normalisedMutualInformation', () => {
  const random = new Random(4)
  const drawn = (clusters: number) => Int32Array.from({ length: 300 }, () => random.below(clusters))
  const first = drawn(5)
  const partitions = [
    first,
    first.map((label, i) => (i % 9 === 0 ? (label + 1) % 5 : label)),
    first.map((label) => 4 - label),
    first.map((label) => label % 2),
    drawn(40),
    new Int32Array(300).fill(3),
    Int32Array.from({ length: 300 }, (_, i) => i),
  ]
  const compared = new ComparedPartitions(partitions)
  for (const [a, one] of partitions.entries())
    for (const [b, other] of partitions.entries())
      expect(compared.information(a, b), `${a} and ${b}`).toBe(normalisedMutualInformation(one, other))
})
