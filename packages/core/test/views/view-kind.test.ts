import { describe, expect, it } from 'vitest'
import { type Matrix, matrix } from '../../src/numerics/linalg/matrix.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { sparseRows } from '../../src/views/sparse-rows.ts'
import { holdsWords, viewKind } from '../../src/views/view-kind.ts'
import { counted, filled, measured } from './made-rows.ts'

const cut = (a: Matrix, columns: number) =>
  matrix(
    a.rows,
    columns,
    Float64Array.from(
      { length: a.rows * columns },
      (_, p) => a.data[Math.floor(p / columns) * a.columns + (p % columns)],
    ),
  )
const words = filled(40, 30, counted)
const signed = filled(40, 30, (random, j) => counted(random, j) * (random.below(2) ? 1 : -1))
const falling = filled(400, 12, (random, j) => measured(random, 0) / (j + 1))

describe('viewKind(view)', () => {
  it.each([
    ['words', words],
    ['words', signed],
    ['scores', falling],
    ['measurements', filled(40, 6, measured)],
  ])('knows %s', (kind, view) => {
    expect(runToEnd(viewKind(view, singleProcess))).toBe(kind)
  })

  it('takes three features as measurements, whatever they look like, and four as words', () => {
    expect(runToEnd(viewKind(cut(words, 3), singleProcess))).toBe('measurements')
    expect(runToEnd(viewKind(cut(words, 4), singleProcess))).toBe('words')
  })

  it('takes sparse rows and rows of more features than samples never as scores', () => {
    expect(runToEnd(viewKind(sparseRows(falling), singleProcess))).toBe('measurements')
    expect(runToEnd(viewKind(matrix(11, 12, falling.data.slice(0, 132)), singleProcess))).toBe('measurements')
  })
})

describe('holdsWords(view)', () => {
  it('is true of counts of words, but not of signed ones, of few features, or of measurements', () => {
    expect(runToEnd(holdsWords(words, singleProcess))).toBe(true)
    expect(runToEnd(holdsWords(sparseRows(words), singleProcess))).toBe(true)
    expect(runToEnd(holdsWords(cut(words, 4), singleProcess))).toBe(true)
    expect(runToEnd(holdsWords(cut(words, 3), singleProcess))).toBe(false)
    expect(runToEnd(holdsWords(signed, singleProcess))).toBe(false)
    expect(runToEnd(holdsWords(filled(40, 6, measured), singleProcess))).toBe(false)
  })
})
