import { describe, expect, it } from 'vitest'
import { checkNewViews } from '../../src/assign/assign.ts'

const names = (views: object) => Object.keys(checkNewViews(views as never))
const { NaN: none } = Number
const shaped = (data: number[], present?: number[]) => ({ data, samples: data.length, features: 1, present })

describe('givenViews(views)', () => {
  it('leaves out views that no sample has, however they are given', () => {
    const a = [[1], [2]]
    expect(names({ a, rows: [[none], [none]] })).toEqual(['a'])
    expect(names({ a, list: [none, none] })).toEqual(['a'])
    expect(names({ a, typed: Float64Array.of(none, none) })).toEqual(['a'])
    expect(names({ a, shaped: shaped([none, none]) })).toEqual(['a'])
    expect(names({ a, marked: shaped([1, 2], [0, 0]) })).toEqual(['a'])
  })

  it('keeps views that one sample has, and those without samples, which are refused elsewhere', () => {
    const a = [[1], [2]]
    expect(names({ a, rows: [[none], [3]] })).toEqual(['a', 'rows'])
    expect(
      names({
        a,
        rows: [
          [none, 0],
          [none, none],
        ],
      }),
    ).toEqual(['a', 'rows'])
    expect(names({ a, list: [none, 0] })).toEqual(['a', 'list'])
    expect(names({ a, shaped: shaped([none, 0]) })).toEqual(['a', 'shaped'])
    expect(names({ a, marked: shaped([1, 2], [0, 1]) })).toEqual(['a', 'marked'])
    expect(names({ a, rows: [], list: new Float64Array(0), shaped: shaped([]) })).toEqual([
      'a',
      'rows',
      'list',
      'shaped',
    ])
    const sparse = { values: [], indices: [], pointers: [0, 0, 0], samples: 2, features: 3 }
    expect(names({ a, sparse })).toEqual(['a', 'sparse'])
    expect(names({ a, sparse: { ...sparse, present: [0, 0] } })).toEqual(['a'])
  })

  it('keeps all where none would be left, and gives them as they are', () => {
    const views = { a: [[none]], b: shaped([1], [0]) }
    expect(checkNewViews(views as never)).toEqual(views)
    expect(names([[[1]], [[none]]])).toEqual(['view 1'])
  })
})
