import type { Matrix } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { matrix } from '../../src/numerics/linalg/matrix.ts'
import { takeRows } from '../../src/numerics/linalg/take-rows.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { preprocessView } from '../../src/views/preprocess-view.ts'
import { sparseRows } from '../../src/views/sparse-rows.ts'
import { transformRows } from '../../src/views/view-transform.ts'

const kernels = await Kernels.load()
const random = new Random(3)
const measured = (rows: number, columns: number) =>
  matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, (_, p) => normal(random) * (1 + (p % columns)) + (p % 5)),
  )
const counted = (rows: number, columns: number) =>
  matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => Math.max(0, random.below(10) - 6)),
  )
const changed = (view: Matrix, change: (value: number, p: number) => number) =>
  matrix(view.rows, view.columns, view.data.map(change))
const prepare = (view: Matrix | ReturnType<typeof sparseRows>) =>
  runToEnd(preprocessView(kernels, view, new Random(1), { ranks: singleProcess }))

function largestDifference(a: Matrix, b: Matrix): number {
  return a.data.reduce((most, value, p) => Math.max(most, Math.abs(value - b.data[p])), 0)
}

describe('transformRows(transform, view, begin, end)', () => {
  it.each([
    ['measurements', measured(60, 20)],
    ['measurements of two dimensions', measured(60, 2)],
    ['words', counted(60, 40)],
    ['sparse words', sparseRows(counted(60, 40))],
    ['signed words', changed(counted(60, 40), (value, p) => (p % 3 ? value : -value))],
    ['sparse measurements', sparseRows(counted(60, 12)), 'measurements' as const],
  ])('gives the samples that were preprocessed their scores again, in single precision: %s', (_, view, kind?) => {
    const { scores, present, transform } = runToEnd(
      preprocessView(kernels, view, new Random(1), { kind, ranks: singleProcess }),
    )
    const again = transformRows(transform!, view)
    expect(largestDifference(again.scores, scores)).toBeLessThan(2e-6)
    expect(again.present).toEqual(present)
    expect(again.scores.data.every((value) => value === Math.fround(value))).toBe(true)
  })

  it('gives dense and sparse rows the same scores, and each row for itself', () => {
    for (const view of [measured(40, 9), counted(40, 30)]) {
      const { transform } = prepare(view)
      const all = transformRows(transform!, view).scores
      expect(largestDifference(transformRows(transform!, sparseRows(view)).scores, all)).toBeLessThan(1e-6)
      const part = transformRows(transform!, view, 7, 9).scores
      expect(Array.from(part.data)).toEqual(Array.from(takeRows(all, [7, 8]).data))
    }
  })

  it('takes values beyond those seen, and leaves constant features and unheard words out', () => {
    const view = measured(40, 6)
    for (let i = 0; i < 40; i++) view.data[i * 6 + 2] = 4
    const { transform } = prepare(view)
    const row = Float64Array.from([-1e6, 1e6, 99, -50, 50, 0])
    const other = Float64Array.from([-1e6, 1e6, 4, -50, 50, 0])
    const scores = transformRows(transform!, matrix(1, 6, row)).scores
    expect(scores.data.every(Number.isFinite)).toBe(true)
    expect(scores).toEqual(transformRows(transform!, matrix(1, 6, other)).scores)

    const words = counted(40, 20)
    for (let i = 0; i < 40; i++) words.data[i * 20 + 3] = 0
    const heard = prepare(words).transform!
    const unheard = matrix(1, 20)
    unheard.data[3] = 7
    expect(Array.from(transformRows(heard, unheard).present)).toEqual([0])
    unheard.data[4] = 1
    const without = matrix(1, 20, unheard.data.slice())
    without.data[3] = 0
    expect(transformRows(heard, unheard)).toEqual(transformRows(heard, without))
  })

  it('lets NaN count as the mean of the feature', () => {
    const view = measured(40, 6)
    const { transform } = prepare(view)
    const row = view.data.slice(0, 6)
    row[3] = Number.NaN
    const { scores } = transformRows(transform!, matrix(1, 6, row))
    expect(scores.data.every(Number.isFinite)).toBe(true)
    expect(transformRows(transform!, sparseRows(matrix(1, 6, row))).scores.data.every(Number.isFinite)).toBe(true)
  })
})
