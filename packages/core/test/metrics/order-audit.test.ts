import { describe, expect, it } from 'vitest'
import { auditPlan, type OrderedFits, orderedFits, orderVerdict } from '../../src/metrics/order-audit.ts'

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

const fits = (...accuracies: number[]): OrderedFits => ({ accuracies, agreement: null })
const agreeing = (agreement: number | null): OrderedFits => ({ accuracies: [], agreement })

describe('orderVerdict(stored, shuffled, sorted)', () => {
  it('counts the points that come from the order, with both means and the range', () => {
    expect(orderVerdict(fits(0.9, 0.9, 0.9), fits(0.5, 0.52, 0.54))).toBe(
      '38 of 100 points of accuracy come from the order of the file: 90.0 % as stored, 52.0 % shuffled (50.0 to 54.0).',
    )
    expect(orderVerdict(fits(0.5), fits(0.6))).toBe(
      'The order of the file costs 10 of 100 points of accuracy: 50.0 % as stored, 60.0 % shuffled (60.0 to 60.0).',
    )
  })

  it('says nothing about 3 points, in either direction, and something about 3.1', () => {
    const nothing = /worth nothing that can be told from chance/
    expect(orderVerdict(fits(0.75), fits(0.72001))).toMatch(nothing)
    expect(orderVerdict(fits(0.72001), fits(0.75))).toMatch(nothing)
    expect(orderVerdict(fits(0.751), fits(0.72))).toMatch(/^3 of 100 points .* come/)
    expect(orderVerdict(fits(0.72), fits(0.751))).toMatch(/costs 3 of 100 points/)
  })

  it('says nothing about less than twice what chance gives: the deviation of stored fits, or of the mean of shuffled ones', () => {
    // Deviation 0.1 of the stored fits: 0.19 may be chance, 0.21 is not.
    expect(orderVerdict(fits(0.8, 0.7, 0.6), fits(0.51, 0.51, 0.51))).toMatch(/worth nothing/)
    expect(orderVerdict(fits(0.8, 0.7, 0.6), fits(0.49, 0.49, 0.49))).toMatch(/^21 of 100/)
    // Deviation 0.2 of four shuffled fits, 0.1 of their mean: the same limits.
    const wide = (centre: number) => fits(...[-1, -1, 1, 1].map((side) => centre + side * 0.2 * Math.sqrt(3 / 4)))
    expect(orderVerdict(fits(0.7), wide(0.51))).toMatch(/worth nothing/)
    expect(orderVerdict(fits(0.7), wide(0.49))).toMatch(/^21 of 100/)
  })

  it('adds what sorting by class would give where that is more than the stored order', () => {
    expect(orderVerdict(fits(0.5), fits(0.5), fits(0.96))).toMatch(
      / Sorted by class it would be 96\.0 %: the method reads the order\.$/,
    )
    expect(orderVerdict(fits(0.5), fits(0.5), fits(0.52))).not.toMatch(/Sorted/)
    expect(orderVerdict(fits(0.9), fits(0.5), fits(0.92))).not.toMatch(/Sorted/)
    expect(orderVerdict(fits(0.9), fits(0.5), fits(0.94))).toMatch(/Sorted/)
    expect(orderVerdict(fits(0.9), fits(0.5), fits())).not.toMatch(/Sorted/)
  })

  it('goes by the agreement of partitions without labels', () => {
    expect(orderVerdict(agreeing(0.9), agreeing(0.5))).toBe(
      'The order of the file decides part of the result: partitions from two random orders agree to an adjusted Rand index of 0.50, from two seeds in the stored order to 0.90.',
    )
    expect(orderVerdict(agreeing(0.9), agreeing(0.871))).toMatch(/matters no more than the seed/)
    expect(orderVerdict(agreeing(0.9), agreeing(0.869))).toMatch(/decides part/)
    expect(orderVerdict(agreeing(null), agreeing(0.5))).toBe('No verdict: at least two permutations are needed.')
    expect(orderVerdict(agreeing(0.5), agreeing(null))).toMatch(/^No verdict/)
    expect(orderVerdict(fits(0.5), agreeing(null))).toMatch(/^No verdict/)
  })
})
