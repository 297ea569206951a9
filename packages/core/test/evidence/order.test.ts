import { cluster } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { orderViews } from '../../src/evidence/order.ts'
import { fromRows } from '../../src/numerics/linalg/matrix.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'

/** 45 samples in three groups that overlap, so that every change of the views moves something. */
function grouped(seed: number, features: number): number[][] {
  const random = new Random(seed)
  const centres = Array.from({ length: 3 }, () => Array.from({ length: features }, () => normal(random)))
  return Array.from({ length: 45 }, (_, i) => centres[i % 3].map((centre) => centre + normal(random)))
}

const [one, two] = [grouped(1, 5), grouped(2, 6)]
const found = async (views: Record<string, number[][]>, options: object = {}) => {
  const { labels, memberships, confidence, outlierScores, warnings } = await cluster(views, { clusters: 3, ...options })
  return { parts: { labels, memberships, confidence, outlierScores }, warnings }
}

it('a view that is given twice counts once: the result is that without the copy, in any order, bit for bit', async () => {
  const { parts, warnings } = await found({ one, two })
  const copied = await found({ 'one again': one, two, one })
  expect(copied.parts).toEqual(parts)
  expect(copied.warnings).toEqual(['view "one again" repeats view "one" value by value and was left out', ...warnings])
})

it('a copy counts where weights are told, where it is told to hold something else, and where one value or a sample that lacks it differs', async () => {
  const again = one.map((row) => row.slice())
  again[3][2] += 1e-9
  const lacking = one.map((row, i) => (i === 7 ? row.map(() => Number.NaN) : row))
  for (const [views, options] of [
    [{ one, two, copy: one }, { viewWeights: { copy: 1 } }],
    [{ one, two, copy: one }, { viewKinds: { copy: 'scores' } }],
    [{ one, two, copy: again }, {}],
    [{ one, two, copy: lacking }, {}],
  ] as const)
    expect((await found(views, { ...options, effort: 'fast' })).warnings.join()).not.toContain('value by value')
})

it('values that differ by rounding only are the same: such a view is left out with a word, and such a column says nothing', async () => {
  const random = new Random(3)
  const flat = one.map(() => Array.from({ length: 4 }, () => 1e6 + (random.uniform() - 0.5) * 2e-9))
  expect(new Set(flat.flat()).size).toBeGreaterThan(10)
  const { parts, warnings } = await found({ one, two })
  const rounded = await found({ one, flat, two })
  expect(rounded.parts).toEqual(parts)
  expect(rounded.warnings).toEqual(['view "flat" is the same for all samples and was left out', ...warnings])
  const exact = one.map((row) => [...row, 1e6])
  const noisy = one.map((row, i) => [...row, flat[i][0]])
  expect((await found({ one: noisy, two })).parts.confidence).toEqual(
    (await found({ one: exact, two })).parts.confidence,
  )
})

describe('orderViews({ ranks }, input, options)', () => {
  const order = (views: Record<string, { rows: number[][]; present?: Uint8Array }>, options = {}) => {
    const named = Object.entries(views).map(([name, { rows, present }]) => ({
      name,
      data: fromRows(rows),
      present: present ?? null,
    }))
    return runToEnd(
      orderViews({ ranks: singleProcess }, { samples: named[0].data.rows, ids: [], views: named }, options),
    )
  }

  it('leaves views of weight 0 out without a word, and weighs the others beside each other', () => {
    const weighed = { a: { rows: one }, b: { rows: two }, c: { rows: two } }
    const { views, warnings } = order(weighed, { viewWeights: { a: 3, b: 0 } })
    expect(views.map(({ name, weight }) => [name, weight])).toEqual([
      ['a', 1.5],
      ['c', 0.5],
    ])
    expect(warnings).toEqual([])
  })

  it('counts samples once that agree in every view: same entries, same views present', () => {
    const a = [
      [1, 2],
      [3, 4],
      [1, 2],
      [0, 0],
      [0, 0],
      [0, 0],
    ]
    const b = [[5], [6], [5], [7], [7], [7]]
    const present = Uint8Array.of(1, 1, 1, 1, 0, 0)
    const { samples } = order({ a: { rows: a, present }, b: { rows: b } })
    expect(samples.total).toBe(4)
    const firsts = Array.from(samples.order.places, (place) => samples.order.samples[place])
    expect(firsts).toEqual([0, 1, 0, 3, 4, 4])
  })
})
