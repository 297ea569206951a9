import { type Matrix, matrix, normal, Random, symmetricEigen } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { narrowDevice, noSoftwareDevice, onDevice, softwareDevice } from './software-device.ts'

const RANK = 4

function cloud(rows: number, columns: number): Matrix {
  const random = new Random(rows + columns)
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, (_, p) => (1 + (p % columns)) * normal(random) + 3),
  )
}

function column(a: Matrix, j: number): number[] {
  return Array.from({ length: a.rows }, (_, i) => a.data[i * a.columns + j])
}

/** Standardised roots of the rows in an order, by plain loops; a constant column is zero. */
function standardised(a: Matrix, order: Uint32Array) {
  const columns = Array.from({ length: a.columns }, (_, j) => {
    const values = column(a, j)
    const [low, high] = [Math.min(...values), Math.max(...values)]
    const roots = values.map((value) => (low < high ? Math.sqrt((value - low) / (high - low)) : 0))
    const mean = roots.reduce((sum, root) => sum + root, 0) / a.rows
    const deviation = Math.sqrt(roots.reduce((sum, root) => sum + (root - mean) ** 2, 0) / a.rows)
    return { low, high, mean, scale: deviation > 0 ? 1 / deviation : 0, roots }
  })
  const rows = matrix(a.rows, a.columns)
  for (let i = 0; i < a.rows; i++)
    for (const [j, { roots, mean, scale }] of columns.entries())
      rows.data[i * a.columns + j] = (roots[order[i]] - mean) * scale
  return { columns, rows }
}

/** Scores u·s^¼ in unit rows, and their lengths before. */
function plainScores({ rows: n, columns, data }: Matrix) {
  const squares = matrix(columns, columns)
  for (let i = 0; i < n; i++)
    for (let j = 0; j < columns; j++)
      for (let k = 0; k < columns; k++) squares.data[j * columns + k] += data[i * columns + j] * data[i * columns + k]
  const { values, vectors } = symmetricEigen(squares)
  const scores = Array.from({ length: n }, (_, i) =>
    Array.from({ length: RANK }, (_, r) => {
      let sum = 0
      for (let j = 0; j < columns; j++) sum += data[i * columns + j] * vectors.data[j * columns + r]
      return sum / Math.sqrt(values[r]) ** 0.75
    }),
  )
  const lengths = scores.map((row) => Math.hypot(...row))
  return { unit: scores.map((row, i) => row.map((value) => value / lengths[i])), lengths }
}

const folds = (low: Float64Array, high: Float64Array) => ({
  width: 3,
  joins: Uint32Array.from(low, (_, j) => (7 * j) % 3),
  weights: low.map((value, j) => (j % 2 === 0 ? 1 : -1) / Math.max(high[j] - value, 1)),
})

function product(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Array.from(a).reduce((sum, value, p) => sum + value * b[p], 0)
}

describe.skipIf(noSoftwareDevice)('a view of measurements on a device', () => {
  it.each([
    [131, 5],
    [300, 12],
    [97, 70],
  ])(
    'of %i samples and %i features has the scores and sketches of plain loops, in the order asked for',
    async (n, d) => {
      const device = await softwareDevice()
      const view = cloud(n, d)
      // A constant column says nothing.
      for (let i = 0; i < n; i++) view.data[i * d + 2] = 5
      const order = new Random(2).permutation(n)
      const found = (await onDevice(device, device.readyMeasurements(view, order, RANK, folds)))!
      const { columns, rows } = standardised(view, order)
      for (const [j, { low, high, mean, scale }] of columns.entries()) {
        expect(found.low[j]).toBeCloseTo(low, 4)
        expect(found.high[j]).toBeCloseTo(high, 4)
        expect(found.mean[j]).toBeCloseTo(mean, 5)
        expect(Math.abs(found.scale[j] - scale)).toBeLessThan(1e-4 * Math.max(scale, 1))
      }
      const { unit, lengths } = plainScores(rows)
      const row = (i: number) => found.scores.data.subarray(i * RANK, (i + 1) * RANK)
      for (let i = 0; i < n; i++) {
        expect(found.lengths[i] / lengths[i]).toBeCloseTo(1, 3)
        // Signs of scores mean nothing, so pairs of rows are compared.
        expect(Math.abs(product(row(i), row(0)) - product(unit[i], unit[0]))).toBeLessThan(2e-3)
      }
      const { joins, weights } = folds(found.low, found.high)
      for (let i = 0; i < n; i++) {
        const sums = [0, 0, 0]
        for (let j = 0; j < d; j++) sums[joins[j]] += (view.data[order[i] * d + j] - columns[j].low) * weights[j]
        for (let c = 0; c < 3; c++) expect(found.sketch.data[3 * i + c]).toBeCloseTo(sums[c], 3)
      }
    },
  )

  it('is the same in blocks of rows', async () => {
    const device = await softwareDevice()
    const view = cloud(130, 9)
    const order = new Random(3).permutation(130)
    const whole = (await onDevice(device, device.readyMeasurements(view, order, RANK, folds)))!
    // The same card with buffers of 40 rows.
    const smaller = await narrowDevice(40 * 4 * 12)
    const parts = (await onDevice(smaller, smaller.readyMeasurements(view, order, RANK, folds)))!
    expect(parts.sketch).toEqual(whole.sketch)
    for (let i = 0; i < 130; i++) expect(parts.lengths[i] / whole.lengths[i]).toBeCloseTo(1, 4)
  })

  it('is left to the processor where single precision has not the digits', async () => {
    const device = await softwareDevice()
    const order = Uint32Array.from({ length: 50 }, (_, i) => i)
    for (const move of [1e6, 1e35]) {
      const view = cloud(50, 5)
      for (let p = 0; p < view.data.length; p += 5) view.data[p] += move
      expect(await onDevice(device, device.readyMeasurements(view, order, RANK, folds))).toBeNull()
    }
  })
})
