import { describe, expect, it } from 'vitest'
import { type Matrix, matrix } from '../../src/numerics/linalg/matrix.ts'
import type { Rows } from '../../src/numerics/linalg/rows.ts'
import { takeRows } from '../../src/numerics/linalg/take-rows.ts'
import { compareSamples } from '../../src/views/canonical-order.ts'
import { sparseRows } from '../../src/views/sparse-rows.ts'

const dense = matrix(5, 3, Float64Array.of(0, 2, 1, 0, 2, 1, 0, 2, 3, -1, 9, 9, 0, 0, 7))
const blocked: Rows = {
  rows: 5,
  columns: 3,
  blockRows: 4,
  readRows: (begin, end, to) => to.set(dense.data.subarray(3 * begin, 3 * end)),
}
const view = (data: Rows, present: Uint8Array | null = null) => [{ name: 'a', data, present }]

describe('compareSamples(views, i, j)', () => {
  it.each([
    ['dense', dense],
    ['sparse', sparseRows(dense)],
    ['in blocks', blocked],
  ])('goes by the first feature that differs, %s', (_, data) => {
    const order = [...Array(5).keys()].sort((i, j) => compareSamples(view(data), i, j) || i - j)
    expect(order).toEqual([3, 4, 0, 1, 2])
    expect(compareSamples(view(data), 0, 1)).toBe(0)
    expect(compareSamples(view(data), 0, 2)).toBeLessThan(0)
    expect(compareSamples(view(data), 2, 0)).toBeGreaterThan(0)
  })

  it('has those that lack a view first, whatever their values are', () => {
    const some = view(dense, Uint8Array.of(1, 1, 0, 1, 0))
    expect(compareSamples(some, 2, 3)).toBe(-1)
    expect(compareSamples(some, 3, 2)).toBe(1)
    expect(compareSamples(some, 2, 4)).toBeGreaterThan(0)
    expect(compareSamples(some, 0, 1)).toBe(0)
  })

  it('goes by the next view where one does not tell', () => {
    const second = matrix(5, 1, Float64Array.of(2, 1, 0, 0, 0))
    const both = [...view(dense), ...view(second)]
    expect(compareSamples(both, 0, 1)).toBeGreaterThan(0)
    expect(compareSamples(both, 0, 2)).toBeLessThan(0)
  })
})

describe('takeRows(rows, positions)', () => {
  const wide: Matrix = matrix(
    3,
    129,
    Float64Array.from({ length: 3 * 129 }, (_, p) => p),
  )

  it.each([128, 129])('gives rows in the order asked for, zeros for −1, of %i columns', (columns) => {
    const a = matrix(3, columns, wide.data.slice(0, 3 * columns))
    const taken = takeRows(a, [2, -1, 0, 2])
    const row = (i: number) => Array.from(taken.data.subarray(i * columns, (i + 1) * columns))
    expect(row(0)).toEqual(Array.from(a.data.subarray(2 * columns)))
    expect(row(1)).toEqual(new Array(columns).fill(0))
    expect(row(2)).toEqual(Array.from(a.data.subarray(0, columns)))
    expect(row(3)).toEqual(row(0))
    expect(taken.data).toHaveLength(4 * columns)
  })
})
