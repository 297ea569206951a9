import { describe, expect, it } from 'vitest'
import { type Matrix, matrix } from '../../src/numerics/linalg/matrix.ts'
import { randomisedSvd } from '../../src/numerics/linalg/randomised-svd.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { KernelMatrix } from '../../src/runtime/kernels/kernel-matrix.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { preprocessView } from '../../src/views/preprocess-view.ts'
import { isScores } from '../../src/views/view-kind.ts'
import { transformRows } from '../../src/views/view-transform.ts'

const kernels = await Kernels.load()

/** Normal noise, column j times `spread(j)`. */
function noise(rows: number, columns: number, spread: (j: number) => number): Matrix {
  const random = new Random(rows + columns)
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, (_, p) => spread(p % columns) * normal(random)),
  )
}

/** Principal scores of features that have something in common. */
function principal(rows: number, columns: number, rank: number): Matrix {
  const mixed = noise(rows, columns, (j) => 1 / (j + 1))
  for (let i = 0; i < rows; i++)
    for (let j = 1; j < columns; j++) mixed.data[i * columns + j] += 0.5 * mixed.data[i * columns + j - 1]
  const mean = Array.from({ length: columns }, (_, j) => {
    let sum = 0
    for (let i = 0; i < rows; i++) sum += mixed.data[i * columns + j] / rows
    return sum
  })
  for (let p = 0; p < mixed.data.length; p++) mixed.data[p] -= mean[p % columns]
  const { u, s } = runToEnd(
    randomisedSvd(kernels, new KernelMatrix(kernels, mixed), rank, new Random(1), singleProcess),
  )
  return matrix(
    rows,
    rank,
    u.data.map((value, p) => value * s[p % rank]),
  )
}

function lengthOf({ rows, columns, data }: Matrix, j: number): number {
  let square = 0
  for (let i = 0; i < rows; i++) square += data[i * columns + j] ** 2
  return Math.sqrt(square)
}

describe('isScores(view)', () => {
  it('recognises principal scores, of all samples and of some', () => {
    const scores = principal(400, 30, 12)
    expect(isScores(scores)).toBe(true)
    expect(isScores(matrix(150, 12, scores.data.slice(0, 150 * 12)))).toBe(true)
  })

  it('is false for columns of equal spread, in another order, that correlate, without negative entries, or few', () => {
    expect(isScores(noise(400, 12, () => 1))).toBe(false)
    expect(isScores(noise(400, 12, (j) => j + 1))).toBe(false)
    const scores = principal(400, 30, 12)
    const correlating = scores.data.slice()
    for (let p = 0; p < correlating.length; p++)
      if (p % 12 > 0)
        correlating[p] += 0.3 * (lengthOf(scores, p % 12) / lengthOf(scores, 0)) * correlating[p - (p % 12)]
    expect(isScores(matrix(400, 12, correlating))).toBe(false)
    expect(isScores(matrix(400, 12, scores.data.map(Math.abs)))).toBe(false)
    expect(isScores(principal(400, 30, 4))).toBe(false)
    expect(isScores(noise(12, 12, (j) => 1 / (j + 1)))).toBe(false)
    expect(isScores(noise(11, 12, (j) => 1 / (j + 1)))).toBe(false)
  })
})

describe('isScores(view) and where the columns lie', () => {
  const moved = ({ rows, columns, data }: Matrix, by: (j: number) => number) =>
    matrix(
      rows,
      columns,
      data.map((value, p) => value + by(p % columns)),
    )

  it('does not look at the means of the columns', () => {
    // A mean that rises would hide spreads that fall, and columns that do not correlate would seem to.
    expect(isScores(moved(principal(400, 30, 12), (j) => 5 * j))).toBe(true)
    expect(
      isScores(
        moved(
          noise(400, 12, () => 1),
          (j) => 100 / (j + 1),
        ),
      ),
    ).toBe(false)
  })

  it('is false where a column is constant, or too large to be squared', () => {
    const scores = principal(400, 30, 12)
    const changed = (entry: number) =>
      matrix(
        400,
        12,
        scores.data.map((value, p) => (p % 12 === 11 ? entry * (1 + (entry > 1 ? p % 7 : 0)) : value)),
      )
    expect(isScores(changed(0))).toBe(false)
    expect(isScores(changed(1e160))).toBe(false)
  })

  it('is true of as many rows as columns only where the columns are exactly uncorrelated', () => {
    // Columns of a Hadamard matrix, each shorter than the one before; the first is not constant after a sign.
    const sign = (i: number, j: number) => ((i & j).toString(2).replaceAll('0', '').length % 2 ? -1 : 1)
    const exact = (rows: number) =>
      matrix(
        rows,
        7,
        Float64Array.from({ length: 7 * rows }, (_, p) => sign(Math.floor(p / 7), 1 + (p % 7)) / (1 + (p % 7))),
      )
    expect(isScores(exact(8))).toBe(true)
    expect(isScores(noise(8, 8, (j) => 1 / (j + 1)))).toBe(false)
  })
})

describe('preprocessView of scores', () => {
  it('only centres them, so that a spread that falls is not undone, and transforms other rows alike', () => {
    const view = principal(300, 30, 12)
    const found = runToEnd(preprocessView(kernels, view, new Random(2), { ranks: singleProcess }))
    expect(found.kind).toBe('scores')
    // u·s^¼ of centred scores are the scores over s^¾, unit rows; nearly so, since a few outliers are drawn in.
    const row = Array.from({ length: 12 }, (_, j) => view.data[j] / lengthOf(view, j) ** 0.75)
    const length = Math.hypot(...row)
    row.forEach((value, j) => {
      expect(Math.abs(found.scores.data[j])).toBeCloseTo(Math.abs(value / length), 1)
    })
    const again = transformRows(found.transform!, view)
    for (let p = 0; p < again.scores.data.length; p++) expect(again.scores.data[p]).toBeCloseTo(found.scores.data[p], 5)
  })

  it('believes what it is told', () => {
    const view = principal(300, 30, 12)
    expect(
      runToEnd(preprocessView(kernels, view, new Random(2), { kind: 'measurements', ranks: singleProcess })).kind,
    ).toBe('measurements')
    expect(
      runToEnd(
        preprocessView(
          kernels,
          noise(300, 8, () => 1),
          new Random(2),
          { kind: 'scores', ranks: singleProcess },
        ),
      ).kind,
    ).toBe('scores')
  })
})
