import type { Matrix } from '@manyview/core'
import { matrix, normal, Random, symmetricEigen } from '@manyview/core/numerics'
import type { ColumnStatistics } from '@manyview/core/runtime'
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

/** Statistics of the columns by plain loops: roots are taken of every other one, and spreads differ; a constant column has scale 0. */
function plainStatistics(a: Matrix): ColumnStatistics {
  const columns = Array.from({ length: a.columns }, (_, j) => {
    const [low, high] = [Math.min(...column(a, j)), Math.max(...column(a, j))]
    const shares = column(a, j).map((value) => shareOf(value, low, high, j % 2))
    const mean = shares.reduce((sum, share) => sum + share, 0) / a.rows
    const deviation = Math.sqrt(shares.reduce((sum, share) => sum + (share - mean) ** 2, 0) / a.rows)
    return { low, high, root: j % 2, mean, scale: low < high ? (1 + (j % 3)) / deviation : 0 }
  })
  return {
    low: Float64Array.from(columns, ({ low }) => low),
    high: Float64Array.from(columns, ({ high }) => high),
    roots: Uint8Array.from(columns, ({ root }) => root),
    mean: Float64Array.from(columns, ({ mean }) => mean),
    scale: Float64Array.from(columns, ({ scale }) => scale),
  }
}

function shareOf(value: number, low: number, high: number, root: number): number {
  const share = low < high ? (value - low) / (high - low) : 0
  return root === 1 ? Math.sqrt(share) : share
}

/** The rows that `order` names, standardised by plain loops. */
function standardised(a: Matrix, order: Uint32Array, { low, high, roots, mean, scale }: ColumnStatistics): Matrix {
  const rows = matrix(order.length, a.columns)
  for (let p = 0; p < rows.data.length; p++) {
    const j = p % a.columns
    const value = a.data[order[Math.floor(p / a.columns)] * a.columns + j]
    rows.data[p] = (shareOf(value, low[j], high[j], roots[j]) - mean[j]) * scale[j]
  }
  return rows
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

/** What a view is made ready with. */
function given(view: Matrix) {
  const statistics = plainStatistics(view)
  const { low, high } = statistics
  const folded = {
    width: 3,
    joins: Uint32Array.from(low, (_, j) => (7 * j) % 3),
    weights: low.map((value, j) => (j % 2 === 0 ? 1 : -1) / Math.max(high[j] - value, 1)),
  }
  return { statistics, folded }
}

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
      // Some samples are left out.
      const order = new Random(2).permutation(n).slice(0, n - 7)
      const { statistics, folded } = given(view)
      const ready = device.readyMeasurements(view, order, RANK, statistics, folded)
      const { scores, lengths, sketch } = (await onDevice(device, ready))!
      const plain = plainScores(standardised(view, order, statistics))
      const row = (i: number) => scores.data.subarray(i * RANK, (i + 1) * RANK)
      for (let i = 0; i < order.length; i++) {
        expect(lengths[i] / plain.lengths[i]).toBeCloseTo(1, 3)
        // Signs of scores mean nothing, so pairs of rows are compared.
        expect(Math.abs(product(row(i), row(0)) - product(plain.unit[i], plain.unit[0]))).toBeLessThan(2e-3)
      }
      const { joins, weights } = folded
      for (let i = 0; i < order.length; i++) {
        const sums = [0, 0, 0]
        for (let j = 0; j < d; j++) sums[joins[j]] += (view.data[order[i] * d + j] - statistics.low[j]) * weights[j]
        for (let c = 0; c < 3; c++) expect(sketch.data[3 * i + c]).toBeCloseTo(sums[c], 3)
      }
    },
  )

  it('is the same in blocks of rows', async () => {
    const device = await softwareDevice()
    const view = cloud(130, 9)
    const order = new Random(3).permutation(130)
    const { statistics, folded } = given(view)
    const whole = (await onDevice(device, device.readyMeasurements(view, order, RANK, statistics, folded)))!
    // The same card with buffers of 40 rows.
    const smaller = await narrowDevice(40 * 4 * 12)
    const parts = (await onDevice(smaller, smaller.readyMeasurements(view, order, RANK, statistics, folded)))!
    expect(parts.sketch).toEqual(whole.sketch)
    for (let i = 0; i < 130; i++) expect(parts.lengths[i] / whole.lengths[i]).toBeCloseTo(1, 4)
  })

  it('is left to the processor where single precision has not the digits', async () => {
    const device = await softwareDevice()
    const order = Uint32Array.from({ length: 50 }, (_, i) => i)
    for (const move of [1e6, 1e35]) {
      const view = cloud(50, 5)
      for (let p = 0; p < view.data.length; p += 5) view.data[p] += move
      const { statistics, folded } = given(view)
      expect(await onDevice(device, device.readyMeasurements(view, order, RANK, statistics, folded))).toBeNull()
    }
  })
})
