import type { Matrix } from '@manyview/core'
import { matrix, Random, svd, transpose } from '@manyview/core/numerics'
import { Kernels } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import { runToEnd } from '../../../core/src/runtime/steps.ts'
import { tubalShrinkInto } from '../../src/tensor/tubal-shrink-into.ts'
import { type ShrinkRule, tubalShrinkReference } from '../../src/tensor/tubal-shrink-reference.ts'

function randomSlices(seed: number, views: number, rows: number, columns: number): Matrix[] {
  const random = new Random(seed)
  return Array.from({ length: views }, () =>
    matrix(
      rows,
      columns,
      Float64Array.from({ length: rows * columns }, () => random.uniform() - 0.5),
    ),
  )
}

function largestDifference(a: readonly Matrix[], b: readonly Matrix[]): number {
  return Math.max(...a.flatMap(({ data }, v) => Array.from(data, (value, p) => Math.abs(value - b[v].data[p]))))
}

function tubalShrink(
  kernels: Kernels,
  slices: readonly Matrix[],
  shrink: ShrinkRule,
  axis?: 'row' | 'column',
  room?: number,
): Matrix[] {
  const result = slices.map(({ rows, columns, data }) => matrix(rows, columns, data.slice()))
  runToEnd(tubalShrinkInto(kernels, result, shrink, axis, room))
  return result
}

const soft = (threshold: number) => (value: number) => Math.max(value - threshold, 0)

describe('tubalShrinkInto', () => {
  it.each([
    [1, 1, 1],
    [1, 2, 3],
    [2, 24, 24],
    [3, 25, 11],
    [2, 34, 7],
    [5, 21, 10],
    [6, 8, 3],
  ])('equals its reference for %i views of %i×%i on both axes', async (views, rows, columns) => {
    const kernels = await Kernels.load()
    const slices = randomSlices(views, views, rows, columns)
    const weighted = (value: number, rank: number) => Math.max(value - 0.3 * (rank + 1), 0)
    for (const axis of ['row', 'column'] as const)
      expect(
        largestDifference(tubalShrink(kernels, slices, weighted, axis), tubalShrinkReference(slices, weighted, axis)),
      ).toBeLessThan(1e-13)
  })

  it('gives the same in several parts as in one', async () => {
    const kernels = await Kernels.load()
    for (const axis of ['row', 'column'] as const)
      for (const rows of [30, 31]) {
        const slices = randomSlices(1, 2, rows, 47)
        const whole = tubalShrink(kernels, slices, soft(2), axis)
        expect(largestDifference(tubalShrink(kernels, slices, soft(2), axis, 700), whole)).toBeLessThan(1e-14)
      }
  })

  it('yields for every part of every view, so that a cancel never waits for the whole tensor', async () => {
    const kernels = await Kernels.load()
    const [rows, columns, views] = [30, 47, 2]
    const parts = Math.ceil(columns / Math.floor(700 / (views * (rows + 2))))
    const steps = [...tubalShrinkInto(kernels, randomSlices(1, views, rows, columns), soft(2), 'row', 700)]
    expect(steps.length).toBeGreaterThanOrEqual(2 * parts * views)
  })

  it('leaves the tensor alone without a threshold and clears it with a large one', async () => {
    const kernels = await Kernels.load()
    const slices = randomSlices(2, 3, 20, 9)
    expect(largestDifference(tubalShrink(kernels, slices, soft(0)), slices)).toBeLessThan(1e-14)
    for (const { data } of tubalShrink(kernels, slices, soft(1e3)))
      expect(data.every((value) => value === 0)).toBe(true)
  })

  it('is the singular value threshold of the view matrix when all rows are equal', async () => {
    const kernels = await Kernels.load()
    const [rows, columns, views] = [6, 9, 3]
    const flat = randomSlices(3, 1, columns, views)[0]
    const slices = Array.from({ length: views }, (_, v) =>
      matrix(
        rows,
        columns,
        Float64Array.from({ length: rows * columns }, (_, p) => flat.data[(p % columns) * views + v]),
      ),
    )
    // Only frequency 0 is left, which is `rows` times the common row.
    const { u, s, v } = svd(flat)
    const shrunk = tubalShrink(kernels, slices, soft(rows * 0.5))
    for (let j = 0; j < columns; j++)
      for (let w = 0; w < views; w++) {
        let expected = 0
        for (let l = 0; l < views; l++)
          expected += u.data[j * views + l] * Math.max(s[l] - 0.5, 0) * v.data[w * views + l]
        for (let i = 0; i < rows; i++) expect(shrunk[w].data[i * columns + j]).toBeCloseTo(expected, 13)
      }
  })

  it('shrinks along columns as along rows of the transposed slices', async () => {
    const kernels = await Kernels.load()
    const slices = randomSlices(4, 2, 12, 15)
    const across = tubalShrink(kernels, slices, soft(0.7), 'column')
    expect(largestDifference(across, tubalShrink(kernels, slices.map(transpose), soft(0.7)).map(transpose))).toBe(0)
  })

  it('is exact beyond 32,767 rows: a tensor that repeats 5,000 times shrinks like one period of it', async () => {
    const kernels = await Kernels.load()
    const period = randomSlices(6, 2, 8, 2)
    const repeated = period.map(({ rows, columns, data }) =>
      matrix(
        5000 * rows,
        columns,
        Float64Array.from({ length: 5000 * data.length }, (_, p) => data[p % data.length]),
      ),
    )
    const expected = tubalShrinkReference(period, soft(0.5))
    for (const [v, { data }] of tubalShrink(kernels, repeated, soft(5000 * 0.5)).entries()) {
      const worst = data.reduce(
        (high, value, p) => Math.max(high, Math.abs(value - expected[v].data[p % expected[v].data.length])),
        0,
      )
      expect(worst).toBeLessThan(1e-12)
    }
  })

  it('gives the memory of the kernels back', async () => {
    const kernels = await Kernels.load()
    const mark = kernels.mark()
    tubalShrink(kernels, randomSlices(5, 2, 10, 10), soft(1))
    expect(kernels.mark()).toBe(mark)
  })
})
