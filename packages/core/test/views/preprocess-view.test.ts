import type { Matrix, SparseMatrix } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { matrix } from '../../src/numerics/linalg/matrix.ts'
import { type BlockedMatrix, inBlocks } from '../../src/numerics/linalg/rows.ts'
import { svd } from '../../src/numerics/linalg/svd.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { scratchInMemory } from '../../src/runtime/scratch.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { preprocessView } from '../../src/views/preprocess-view.ts'
import { sparseRows } from '../../src/views/sparse-rows.ts'
import { standardisedShares } from '../../src/views/standardised-shares.ts'
import { weightedWords } from '../../src/views/weighted-words.ts'

const kernels = await Kernels.load()
const preprocess = (view: Matrix | ReturnType<typeof sparseRows>) =>
  runToEnd(preprocessView(kernels, view, new Random(1), { ranks: singleProcess }))

function words(samples: number, features: number): Matrix {
  const random = new Random(5)
  return matrix(
    samples,
    features,
    Float64Array.from({ length: samples * features }, () => Math.max(0, random.below(10) - 6)),
  )
}

function measurements(samples: number, features: number): Matrix {
  const random = new Random(6)
  return matrix(
    samples,
    features,
    Float64Array.from({ length: samples * features }, (_, p) => normal(random) * (1 + (p % features))),
  )
}

/** Largest difference of the inner products of all pairs of rows: scores are only defined up to signs of their columns. */
function gramDifference(a: Matrix, b: Matrix): number {
  let largest = 0
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j <= i; j++) {
      let difference = 0
      for (let c = 0; c < a.columns; c++) difference += a.data[i * a.columns + c] * a.data[j * a.columns + c]
      for (let c = 0; c < b.columns; c++) difference -= b.data[i * b.columns + c] * b.data[j * b.columns + c]
      largest = Math.max(largest, Math.abs(difference))
    }
  return largest
}

function rowLengths({ rows, columns, data }: Matrix): number[] {
  return Array.from({ length: rows }, (_, i) => Math.hypot(...data.subarray(i * columns, (i + 1) * columns)))
}

/** The rows in blocks of 100, and how often all of them are read. */
function countedBlocks(view: Matrix, inMemory: boolean): { blocks: BlockedMatrix; readings(): number } {
  const blocks = inBlocks(view)
  let rows = 0
  const readRows = (begin: number, end: number, to: Float64Array) => {
    rows += end - begin
    blocks.readRows(begin, end, to)
  }
  return { blocks: { ...blocks, blockRows: 100, inMemory, readRows }, readings: () => rows / view.rows }
}

describe('scratchInMemory(rows, columns)', () => {
  it('is none where there is no room, so that rows are made anew', () => {
    expect(scratchInMemory(2 ** 40, 2 ** 10)).toBeUndefined()
  })
})

describe('preprocessView(kernels, view, random, rank)', () => {
  it.each([410, 40])('gives the same bytes for %i features in memory that are read in blocks', (features) => {
    const view = measurements(500, features)
    const { blocks } = countedBlocks(view, true)
    const found = runToEnd(preprocessView(kernels, blocks, new Random(1), { ranks: singleProcess }))
    expect(found.scores).toEqual(preprocess(view).scores)
  })

  it('keeps what it made of many features in memory, so that these are read seven times at most', () => {
    const [kept, anew] = [true, false].map((inMemory) => {
      const { blocks, readings } = countedBlocks(measurements(500, 410), inMemory)
      runToEnd(preprocessView(kernels, blocks, new Random(1), { ranks: singleProcess }))
      return readings()
    })
    expect(kept).toBeLessThanOrEqual(7)
    expect(anew).toBeGreaterThan(15)
  })

  it('takes views with fewer than half of the entries set as words, of either sign, and all others as measurements', () => {
    expect(preprocess(words(30, 20)).kind).toBe('words')
    expect(preprocess(measurements(30, 20)).kind).toBe('measurements')
    const signed = words(30, 20)
    signed.data[3] = -1
    expect(preprocess(signed).kind).toBe('words')
  })

  it('follows the rule for measurements: standardised shares, scores u·s^¼, unit rows', () => {
    const view = measurements(40, 7)
    const { u, s } = svd(runToEnd(standardisedShares(kernels, view, singleProcess))!.rows as Matrix)
    const expected = matrix(
      40,
      7,
      u.data.map((value, p) => value * s[p % 7] ** 0.25),
    )
    const lengths = rowLengths(expected)
    const unit = matrix(
      40,
      7,
      expected.data.map((value, p) => value / lengths[Math.floor(p / 7)]),
    )
    expect(gramDifference(preprocess(view).scores, unit)).toBeLessThan(1e-10)
  })

  it('gives unit rows of at most 30 columns', () => {
    for (const view of [words(60, 200), measurements(60, 50)]) {
      const { scores } = preprocess(view)
      expect(scores.columns).toBeLessThanOrEqual(30)
      for (const length of rowLengths(scores)) expect(length).toBeCloseTo(1, 12)
    }
  })

  it('gives the same scores for a view stored sparse, words or measurements', () => {
    const view = words(50, 30)
    view.data[7] = -2
    for (const kind of ['words', 'measurements'] as const) {
      const [dense, sparse] = [view, sparseRows(view)].map((rows) =>
        runToEnd(preprocessView(kernels, rows, new Random(1), { kind, ranks: singleProcess })),
      )
      expect(gramDifference(sparse.scores, dense.scores)).toBeLessThan(1e-9)
    }
  })

  it('marks rows of words without an entry as absent and leaves their scores zero', () => {
    const view = words(30, 20)
    view.data.fill(0, 4 * 20, 5 * 20)
    const { present, scores } = preprocess(view)
    expect(Array.from(present.keys()).filter((i) => !present[i])).toEqual([4])
    expect(rowLengths(scores)[4]).toBe(0)
  })

  it('leaves constant columns out and says so where nothing else is left', () => {
    const view = measurements(20, 6)
    const wider = matrix(20, 8)
    for (let i = 0; i < 20; i++) wider.data.set([...view.data.subarray(i * 6, i * 6 + 6), 0.1, -3], i * 8)
    expect(gramDifference(preprocess(wider).scores, preprocess(view).scores)).toBeLessThan(1e-10)
    for (const value of [0, 0.1, -1e300]) {
      const constant = preprocess(matrix(9, 5, new Float64Array(45).fill(value)))
      expect(constant.kind).toBe('constant')
      expect(constant.scores.columns).toBe(0)
    }
  })

  it('keeps the lengths of rows in views of one to three dimensions', () => {
    for (const features of [1, 2, 3]) {
      const lengths = rowLengths(preprocess(measurements(50, features)).scores)
      expect(lengths.reduce((sum, length) => sum + length * length, 0) / 50).toBeCloseTo(1, 10)
      expect(Math.max(...lengths)).toBeGreaterThan(1.5 * Math.min(...lengths))
    }
  })

  it('keeps spread and lengths where fewer than four directions stand out from noise', () => {
    const random = new Random(9)
    /** Groups of 30 around as many corners of a simplex as there are directions, and one in the middle, in 10 columns of noise. */
    const groups = (directions: number) =>
      matrix(
        30 * (directions + 1),
        10,
        Float64Array.from({ length: 300 * (directions + 1) }, (_, p) => {
          const [group, column] = [Math.floor(p / 300), p % 10]
          return normal(random) + (group === column ? 9 : 0)
        }),
      )
    for (const directions of [1, 2]) {
      const { scores, isUnit } = preprocess(groups(directions))
      expect(isUnit).toBe(false)
      const spread = (column: number) =>
        Math.sqrt(
          scores.data.reduce((sum, value, p) => sum + (p % scores.columns === column ? value * value : 0), 0) /
            scores.rows,
        )
      // Noise is as much smaller than the directions as it is in the data.
      expect(spread(directions) / spread(0)).toBeLessThan(0.6)
      expect(spread(directions) / spread(scores.columns - 1)).toBeLessThan(2.5)
    }
    const { scores, isUnit } = preprocess(groups(5))
    expect(isUnit).toBe(true)
    for (const length of rowLengths(scores)) expect(length).toBeCloseTo(1, 10)
  })

  it('stays finite for columns near the largest and the smallest numbers', () => {
    const view = measurements(20, 5)
    for (const scale of [1e300, 1e-300]) {
      const { scores } = preprocess(
        matrix(
          20,
          5,
          view.data.map((value) => value * scale),
        ),
      )
      expect(scores.data.every(Number.isFinite)).toBe(true)
      expect(gramDifference(scores, preprocess(view).scores)).toBeLessThan(1e-8)
    }
  })
})

describe('weightedWords(counts)', () => {
  it('centres the unit rows of sign(x)·√(|x|·idf) without storing the centre', () => {
    const view = words(25, 12)
    for (let p = 0; p < view.data.length; p += 3) view.data[p] *= -1
    const { rows, shift, scales } = runToEnd(weightedWords(view, singleProcess))!
    const frequency = Array.from(
      { length: 12 },
      (_, j) => view.data.filter((value, p) => p % 12 === j && value !== 0).length,
    )
    const plain = Array.from({ length: 25 }, (_, i) => {
      const row = Array.from({ length: 12 }, (_, j) => {
        const x = view.data[i * 12 + j]
        return Math.sign(x) * Math.sqrt(Math.abs(x) * (Math.log(26 / (1 + frequency[j])) + 1))
      })
      return row.map((value) => value / Math.hypot(...row))
    })
    const mean = plain[0].map((_, j) => plain.reduce((sum, row) => sum + row[j], 0) / 25)
    for (let j = 0; j < 12; j++) expect(shift[j]).toBeCloseTo(mean[j], 13)
    plain.forEach((row, i) => {
      expect(scales[i]).toBeCloseTo(1 / Math.hypot(...row.map((value, j) => value - mean[j])), 11)
    })
    expect((rows as SparseMatrix).values.length).toBe(view.data.filter((value) => value !== 0).length)
  })
})
