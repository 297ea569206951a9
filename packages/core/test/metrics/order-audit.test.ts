import { expect, it } from 'vitest'
import { auditPlan, orderedFits } from '../../src/metrics/order-audit.ts'

it('auditPlan(seed, permutations, sorted) fits three times in fixed orders, and every fit of an order has a seed of its own', () => {
  const plan = auditPlan(10, 4, true)
  const seeds = (order: string) => plan.filter((fit) => fit.order === order).map(({ seed, shuffle }) => [seed, shuffle])
  expect(seeds('stored')).toEqual([
    [10, null],
    [11, null],
    [12, null],
  ])
  expect(seeds('sorted')).toEqual(seeds('stored'))
  expect(seeds('shuffled')).toEqual([
    [10, 11],
    [11, 12],
    [12, 13],
    [13, 14],
  ])
  expect(auditPlan(0, 2, false).map(({ order }) => order)).toEqual(['stored', 'stored', 'shuffled', 'shuffled'])
})

it('orderedFits(partitions, truth) has one accuracy per fit and the mean agreement of all pairs', () => {
  const [same, other] = [
    [0, 0, 1, 1],
    [0, 1, 0, 1],
  ]
  expect(orderedFits([same, same], same)).toEqual({ accuracies: [1, 1], agreement: 1 })
  const mixed = orderedFits([same, other, same], null)
  expect(mixed.accuracies).toEqual([])
  expect(mixed.agreement).toBeCloseTo((1 - 0.5 - 0.5) / 3, 12)
  expect(orderedFits([same], null).agreement).toBeNull()
})
