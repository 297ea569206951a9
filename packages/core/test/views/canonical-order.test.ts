import type { SparseMatrix } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { fromRows } from '../../src/numerics/linalg/matrix.ts'
import { toDense } from '../../src/numerics/linalg/sparse-matrix.ts'
import { takeRows } from '../../src/numerics/linalg/take-rows.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { type CanonicalOrder, canonicalOrder as orderOf } from '../../src/views/canonical-order.ts'
import type { NamedRows } from '../../src/views/prepare-views.ts'
import { sparseRows } from '../../src/views/sparse-rows.ts'
import { summariseView } from '../../src/views/view-summary.ts'

function canonicalOrder(views: readonly NamedRows[]): CanonicalOrder {
  return runToEnd(
    orderOf(
      views.map((view) => ({ ...view, summary: runToEnd(summariseView(view, singleProcess)) })),
      singleProcess,
    ),
  )
}

const random = new Random(11)
// Ties of the projection: identical samples, rows that differ in the last bit only, and rows of zeros.
const base = Array.from({ length: 12 }, () => [random.below(3), random.below(2), random.uniform()])
const rows = [
  ...base,
  base[0],
  base[3],
  base[3],
  [1, 1, 0.5],
  [1, 1, 0.5 + 1e-16],
  [1, 1, 0.5 + 2e-16],
  [0, 0, 0],
  [0, 0, 0],
]
const first = fromRows(rows)
const second = fromRows(rows.map((row) => [row[2] > 0.5 ? 0 : row[0], 0, row[1], 0]))
const views = [
  { name: 'a', data: first, present: null },
  { name: 'b', data: second, present: null },
]

describe('canonicalOrder(views)', () => {
  const order = canonicalOrder(views)
  const sorted = (input: typeof views, { samples }: { samples: Uint32Array }) =>
    input.map(({ data }) => Array.from(takeRows(data, samples).data))

  it('sorts any permutation of the samples into the same rows', () => {
    const expected = sorted(views, order)
    for (let seed = 0; seed < 20; seed++) {
      const permutation = new Random(seed).permutation(rows.length)
      const shuffled = views.map((view) => ({ ...view, data: takeRows(view.data, permutation) }))
      expect(sorted(shuffled, canonicalOrder(shuffled))).toEqual(expected)
    }
  })

  it('goes by all features together, not by the first that differs', () => {
    const drawn = new Random(3)
    const rising = fromRows(Array.from({ length: 40 }, (_, i) => [i, 99 * drawn.uniform(), 99 * drawn.uniform()]))
    const alone = (data: NamedRows['data']) => Array.from(canonicalOrder([{ name: 'a', data, present: null }]).samples)
    const found = alone(rising)
    expect(alone(sparseRows(rising))).toEqual(found)
    for (const order of [found, found.toReversed()]) {
      const climbs = order.filter((sample, p) => p > 0 && sample > order[p - 1]).length
      expect(climbs).toBeLessThan(39)
    }
    // A view of zeros says nothing, whatever stands beside it.
    const zeros = fromRows(Array.from({ length: 40 }, () => [0, 0]))
    const both = canonicalOrder([
      { name: 'a', data: zeros, present: null },
      { name: 'b', data: rising, present: null },
    ])
    expect(both.samples.every((sample) => sample >= 0 && sample < 40)).toBe(true)
    expect(new Set(both.samples).size).toBe(40)
  })

  it('has identical samples once, by the first of them, and tells rows apart that differ in the last bit', () => {
    const { samples, places } = order
    expect(samples.length).toBe(rows.length - 4)
    expect(Array.from(places, (place) => samples[place])).toEqual(
      rows.map((_, i) => ({ 12: 0, 13: 3, 14: 3, 19: 18 })[i] ?? i),
    )
  })

  it('gives the same order for the same views in another order', () => {
    const swapped = canonicalOrder([views[1], views[0]])
    expect(Array.from(swapped.views)).toEqual(Array.from(order.views, (v) => 1 - v))
    expect(swapped.samples).toEqual(order.samples)
  })

  it('orders views of one shape by their values, then by name', () => {
    const low = {
      name: 'z',
      present: null,
      data: fromRows([
        [1, 2],
        [0, 4],
      ]),
    }
    const high = {
      name: 'y',
      present: null,
      data: fromRows([
        [1, 2],
        [0, 5],
      ]),
    }
    expect(Array.from(canonicalOrder([high, low]).views)).toEqual([1, 0])
    expect(Array.from(canonicalOrder([low, { ...low, name: 'a' }]).views)).toEqual([1, 0])
  })

  it('treats a sparse view like the dense one with the same entries', () => {
    const sparse = views.map((view) => ({ ...view, data: sparseRows(view.data) as SparseMatrix }))
    expect(toDense(sparse[1].data).data).toEqual(second.data)
    expect(canonicalOrder(sparse)).toEqual(order)
  })
})
