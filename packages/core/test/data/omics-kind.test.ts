import { describe, expect, it } from 'vitest'
import { omicsKind } from '../../src/data/omics-kind.ts'
import { preprocessView } from '../../src/data/preprocess-view.ts'
import { sparseRows } from '../../src/data/sparse-rows.ts'
import { transformRows } from '../../src/data/view-transform.ts'
import { Kernels } from '../../src/kernels/kernels.ts'
import { type Matrix, matrix } from '../../src/linalg/matrix.ts'
import { normal } from '../../src/random/normal.ts'
import { Random } from '../../src/random/random.ts'
import { drain } from '../drain.ts'

const kernels = await Kernels.load()
const random = new Random(11)
const made = (rows: number, columns: number, entry: (i: number, j: number) => number): Matrix =>
  matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, (_, p) => entry(Math.floor(p / columns), p % columns)),
  )
/** A count whose mean is that large, with a long tail. */
const count = (mean: number) => Math.floor(mean * Math.exp(1.2 * normal(random)) * random.uniform())

const genes = made(120, 80, (i, j) => (j === 0 ? 400 + 10 * i : random.uniform() < 0.85 ? 0 : 1 + count(0.6)))
const depth = Array.from({ length: 120 }, (_, i) => genes.data.slice(i * 80, (i + 1) * 80).reduce((a, b) => a + b, 0))
const normalised = made(120, 80, (i, j) => Math.log1p((1e4 * genes.data[i * 80 + j]) / depth[i]))
const caught = Array.from({ length: 120 }, () => Math.exp(0.5 * normal(random)))
const proteins = made(120, 12, (i, j) => 1 + count(caught[i] * (i % 3 === j % 3 ? 800 : 60)))
const methylation = made(120, 150, (i, j) =>
  Math.min(0.99, Math.max(0.01, ((i + j) % 3 === 0 ? 0.1 : 0.9) + 0.04 * normal(random))),
)

describe('omicsKind(rows)', () => {
  it.each([
    ['counts', genes],
    ['expression', normalised],
    ['expression', made(120, 80, (i, j) => normalised.data[i * 80 + j] / Math.LN2)],
    ['proteins', proteins],
    ['methylation', methylation],
  ])('knows %s, dense and sparse', (kind, rows) => {
    expect(omicsKind(rows)).toBe(kind)
    expect(omicsKind(sparseRows(rows))).toBe(kind)
  })

  it.each([
    ['words', made(120, 80, () => Math.max(0, random.below(10) - 6))],
    ['weighted words', made(120, 80, (_, j) => (random.uniform() < 0.9 ? 0 : (1 + random.below(3)) * (1 + j / 37)))],
    ['pixels', made(120, 80, () => (random.uniform() < 0.7 ? 0 : random.below(256)))],
    ['a histogram of equal totals', made(120, 12, (_, j) => 1000 + 10 * j + random.below(50))],
    ['shares that add up to 1', made(120, 150, () => random.uniform() / 75)],
    ['scores', made(120, 20, () => normal(random))],
    ['zeros', made(120, 80, () => 0)],
  ])('takes %s for none of them', (_, rows) => {
    expect(omicsKind(rows)).toBeNull()
  })
})

describe('where the kinds of omics end', () => {
  /** Of so many entries per row so many are `value`, one is `top`, and the rest 0; the rows differ in their totals. */
  const row = (columns: number, filled: number, value: number, top: number) =>
    made(20, columns, (i, j) => (j === 0 ? top * (1 + i) : j < filled ? value : 0))

  it('counts are whole, mostly 0, of 50 features or more, and one is 500 or more', () => {
    expect(omicsKind(row(50, 24, 2, 25))).toBe('counts')
    expect(omicsKind(row(50, 25, 2, 25))).toBeNull()
    expect(omicsKind(row(49, 24, 2, 25))).toBeNull()
    // The largest is 20 times as much.
    expect(omicsKind(row(50, 24, 2, 24.95))).toBeNull()
    expect(omicsKind(row(50, 24, 2.5, 25))).toBeNull()
  })

  it('a negative or missing value rules them out, wherever it stands', () => {
    for (const wrong of [-1, Number.NaN]) {
      const rows = row(50, 24, 2, 25)
      rows.data[rows.data.length - 1] = wrong
      expect(omicsKind(rows)).toBeNull()
    }
  })

  it('methylation has shares up to 1, a tenth of them under 0.2 and a tenth over 0.8, of 50 features or more', () => {
    const shares = (columns: number, low: number, high: number, most = 1) =>
      made(20, columns, (_, j) => (j < low ? 0.1 : j < low + high ? (j === low ? most : 0.9) : 0.5))
    expect(omicsKind(shares(50, 5, 5))).toBe('methylation')
    expect(omicsKind(shares(50, 4, 5))).toBeNull()
    expect(omicsKind(shares(50, 5, 4))).toBeNull()
    expect(omicsKind(shares(49, 5, 5))).toBeNull()
    expect(omicsKind(shares(50, 5, 5, 1.01))).toBeNull()
    // 0.2 and 0.8 are neither near 0 nor near 1.
    expect(omicsKind(made(20, 50, (_, j) => (j < 25 ? 0.2 : 0.9)))).toBeNull()
    expect(omicsKind(made(20, 50, (_, j) => (j < 25 ? 0.1 : 0.8)))).toBeNull()
  })

  it('nine of ten shares or proteins are above 0', () => {
    const some = (filled: number) => made(20, 50, (_, j) => (j >= filled ? 0 : j < 10 ? 0.1 : 0.9))
    expect(omicsKind(some(45))).toBe('methylation')
    expect(omicsKind(some(44))).toBeNull()
  })

  /** Totals from 1 to 3, and one count in twenty samples that is `tail` times the others. */
  const panel = (columns: number, base: number, tail: number) =>
    made(20, columns, (i, j) => Math.round(base * (1 + i / 10)) * (i === j % 20 ? tail : 1))

  it('proteins have long tails, totals that differ, a count of 500 or more, and 500 features at most', () => {
    expect(omicsKind(panel(12, 50, 30))).toBe('proteins')
    expect(omicsKind(panel(12, 50, 2))).toBeNull()
    expect(omicsKind(panel(12, 2, 30))).toBeNull()
    expect(omicsKind(panel(500, 50, 30))).toBe('proteins')
    expect(omicsKind(panel(501, 50, 30))).toBeNull()
    expect(omicsKind(made(20, 12, (i, j) => (i % 12 === j ? 3000 : 100)))).toBeNull()
  })
})

describe('views of omics', () => {
  it.each([
    ['counts', genes],
    ['expression', normalised],
    ['proteins', proteins],
    ['methylation', methylation],
    ['clr', proteins],
  ] as const)('are preprocessed as %s, and new samples get scores in the same space', (kind, view) => {
    const { scores, transform, ...found } = drain(
      preprocessView(kernels, view, new Random(1), kind === 'clr' ? { kind } : {}),
    )
    expect(found.kind).toBe(kind)
    for (const rows of [view, sparseRows(view)]) {
      const again = transformRows(transform!, rows, 3, 40).scores
      const apart = again.data.map((value, p) => Math.abs(value - scores.data[3 * scores.columns + p]))
      expect(Math.max(...apart)).toBeLessThan(5e-6)
    }
  })

  it('of kind clr do not depend on how much was caught of a sample, but for counts near 0', () => {
    const many = made(120, 12, (i, j) => 1000 * proteins.data[i * 12 + j])
    const twice = made(120, 12, (i, j) => (1 + (i % 2)) * many.data[i * 12 + j])
    const [first, second] = [many, twice].map((view) =>
      drain(preprocessView(kernels, view, new Random(1), { kind: 'clr' })),
    )
    const apart = first.scores.data.map((value, p) => Math.abs(Math.abs(value) - Math.abs(second.scores.data[p])))
    expect(Math.max(...apart)).toBeLessThan(0.01)
  })
})
