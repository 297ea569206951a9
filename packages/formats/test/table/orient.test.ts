import { describe, expect, it } from 'vitest'
import { orient } from '../../src/table/orient.ts'

const shape = (name: string, rows: number, columns: number) => ({ name, rows, columns })
const nothing = { labels: [], files: [] }

describe('where samples are in matrices', () => {
  it('is the dimension that all of them share', () => {
    expect(orient([shape('a', 9, 4), shape('b', 9, 5)], nothing)).toEqual({
      axes: ['rows', 'rows'],
      samples: 9,
      note: 'samples are rows: all views have 9 of them',
    })
    expect(orient([shape('a', 4, 9), shape('b', 5, 9)], nothing)).toEqual({
      axes: ['columns', 'columns'],
      samples: 9,
      note: 'samples are columns: all views have 9 of them',
    })
    expect(orient([shape('a', 4, 9), shape('b', 9, 5), shape('c', 9, 9)], nothing)).toEqual({
      axes: ['columns', 'rows', 'rows'],
      samples: 9,
      note: 'samples are the dimension of 9 that all views have, in some as rows, in others as columns',
    })
  })

  it('is told by labels and other files where both are shared, else rows are taken with a warning', () => {
    const both = [shape('a', 4, 9), shape('b', 4, 9)]
    expect(orient(both, { labels: [9], files: [] })).toEqual({
      axes: ['columns', 'columns'],
      samples: 9,
      note: 'samples are columns: the labels have 9 entries',
    })
    expect(orient(both, { labels: [9], files: [4] }).warning).toContain('every view is 4×9')
    expect(orient(both, { labels: [], files: [4] })).toEqual({
      axes: ['rows', 'rows'],
      samples: 4,
      note: 'samples are rows: other files have 4 samples',
    })
    expect(orient(both, nothing)).toEqual({
      axes: ['rows', 'rows'],
      samples: 4,
      warning:
        'every view is 4×9, which does not tell whether samples are rows or columns: rows taken, set samples to columns if that is wrong',
    })
  })

  it('is told by labels where two dimensions are found everywhere', () => {
    const turned = [shape('a', 4, 9), shape('b', 9, 4)]
    expect(orient(turned, { labels: [9], files: [] })).toMatchObject({ axes: ['columns', 'rows'], samples: 9 })
    expect(orient(turned, { labels: [], files: [9] })).toMatchObject({ axes: ['columns', 'rows'], samples: 9 })
    expect(orient(turned, nothing)).toMatchObject({ axes: ['rows', 'columns'], samples: 4 })
  })

  it('is what was asked for, with neither note nor warning', () => {
    expect(orient([shape('a', 4, 9), shape('b', 5, 9)], nothing, 'columns')).toEqual({
      axes: ['columns', 'columns'],
      samples: 9,
    })
    expect(() => orient([shape('a', 4, 9), shape('b', 5, 9)], nothing, 'rows')).toThrow(
      'b: has 5 rows (5×9) but "a" has 4 (4×9), all views must describe the same samples',
    )
  })

  it('is nowhere where no dimension is shared, and the first view that differs is named with both numbers', () => {
    const error = (() => {
      try {
        return orient([shape('a', 4, 9), shape('b', 9, 4), shape('c', 5, 7)], nothing)
      } catch (thrown) {
        return thrown
      }
    })()
    expect(error).toMatchObject({ code: 'sample-counts', argument: 'c', details: { c: 5, a: 4 } })
    expect(() => orient([shape('a', 4, 9), shape('b', 4, 5), shape('c', 9, 6)], nothing)).toThrow('c: has 9 rows')
  })
})
