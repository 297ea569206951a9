import { describe, expect, it } from 'vitest'
import type { StoredValue } from '../../src/bytes/stored-value.ts'
import { findInVariables } from '../../src/dataset/find-in-variables.ts'
import { levelNames, oneHot, tooManyLevels } from '../../src/dataset/one-hot.ts'
import { commonKind, viewKind } from '../../src/dataset/read-dataset.ts'
import type { ReadOptions } from '../../src/dataset/read-options.ts'

const dense = (rows: number, columns: number): StoredValue => ({
  type: 'dense',
  shape: [rows, columns],
  order: 'rows',
  data: Float64Array.from({ length: rows * columns }, (_, i) => i / 8),
})
const list = (...items: StoredValue[]): StoredValue => ({ type: 'list', items })
const text = (...values: string[]): StoredValue => ({ type: 'text', values })
const find = (variables: Record<string, StoredValue>, options: ReadOptions = {}, counts?: number[]) =>
  findInVariables(
    Object.entries(variables).map(([name, value]) => ({ name, value, source: 'a.mat', alone: false })),
    options,
    counts,
  )
const names = ({ views }: ReturnType<typeof find>) => views.map(({ name }) => name)

describe('views among variables', () => {
  it('are the matrices of a list, of several the one that is called so', () => {
    const both = { other: list(dense(6, 2), dense(6, 3)), X: list(dense(6, 4), dense(6, 5)), wide: dense(6, 2) }
    const found = find(both)
    expect(names(found)).toEqual(['X{1}', 'X{2}'])
    expect(found.notes).toContain('views: the 2 matrices of X (left out: other, wide)')
    expect(find({ X: list(dense(6, 4), dense(6, 5)) }).notes).toContain('views: the 2 matrices of X')
  })

  it('are no lists of vectors, and no lists with anything else', () => {
    expect(names(find({ l: list(dense(6, 1), dense(6, 1)), m: dense(6, 3) }))).toEqual(['m'])
    expect(names(find({ l: list(dense(6, 4), text('x')), m: dense(6, 3) }))).toEqual(['m'])
    expect(names(find({ l: list(dense(6, 4), dense(6, 1)), m: dense(6, 3) }))).toEqual(['l{1}', 'l{2}'])
    expect(names(find({ l: list(), m: dense(6, 3) }))).toEqual(['m'])
  })

  it('are the matrices that share the dimension most have; others are left out by name', () => {
    const found = find({ a: dense(6, 4), b: dense(6, 3), c: dense(7, 5) })
    expect(names(found)).toEqual(['a', 'b'])
    expect(found.notes).toContain('views: a, b (left out: c)')
    expect(names(find({ a: dense(6, 4), c: dense(7, 5) }, {}, [7]))).toEqual(['c'])
    expect(names(find({ a: dense(6, 4), c: dense(7, 5) }))).toEqual(['a'])
  })

  it('are those that were named, a list as its matrices', () => {
    const all = { X: list(dense(6, 4), dense(6, 5)), m: dense(6, 3), t: text('a', 'b') }
    expect(names(find(all, { views: ['m', 'X'] }))).toEqual(['m', 'X{1}', 'X{2}'])
    expect(names(find(all, { views: ['X{2}', 'nobody'] }))).toEqual(['X{2}'])
    expect(() => find(all, { views: ['t'] })).toThrow('t: holds no matrix of numbers, name one that does')
    expect(() => find({ e: dense(0, 4) }, { views: ['e'] })).toThrow('e: holds no matrix of numbers')
  })

  it('are refused with what is there, where none is', () => {
    expect(() => find({ t: text('a'), o: { type: 'other', what: 'a function' } })).toThrow(
      'a.mat: no matrix found that could be a view (it holds t, o: a function), name the variables to use as views',
    )
    expect(() => find({})).toThrow('it holds nothing')
    expect(find({ v: dense(6, 1) }, {}, [6]).views).toEqual([])
  })

  it('have ids from a list of texts that is called so', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    const found = find({ X: dense(6, 4), ids: text(...ids) })
    expect([found.views[0].ids, found.notes.includes('ids of the samples: ids')]).toEqual([ids, true])
    expect(find({ X: dense(6, 4), ids: text('a', 'b') }, { samples: 'rows' }).views[0].ids).toBeNull()
  })

  it('are refused where the labels that were named are too few', () => {
    const gnd: StoredValue = { type: 'dense', shape: [5, 1], order: 'rows', data: Float64Array.of(1, 1, 2, 2, 2) }
    expect(() => find({ X: dense(6, 4), gnd }, { labels: 'gnd', samples: 'rows' })).toThrow(
      'gnd: has 5 labels for 6 samples, give one per sample',
    )
    expect(find({ X: dense(6, 4), gnd }, { labels: 'nobody', samples: 'rows' }).labels).toEqual([])
  })
})

describe('the kind of a view', () => {
  const kind = (...data: number[]) => viewKind({ samples: data.length, features: 1, data: Float64Array.from(data) })

  it('is binary, counts or numeric by its numbers', () => {
    expect([kind(0, 1, Number.NaN), kind(0, 2, 1), kind(0, -1), kind(0.5, 1)]).toEqual([
      'binary',
      'counts',
      'numeric',
      'numeric',
    ])
  })

  it('is the most general of several', () => {
    expect(commonKind(['binary', 'counts'])).toBe('counts')
    expect(commonKind(['numeric', 'counts', 'binary'])).toBe('numeric')
    expect(commonKind(['binary', 'categorical'])).toBe('categorical')
    expect(commonKind(['binary'])).toBe('binary')
  })
})

describe('categories as features', () => {
  const colour = { name: 'colour', values: ['red', 'blue', 'red', '', 'blue', 'red'] }
  const size = { name: 'size', values: ['s', 's', 'l', 'l', 's', ''] }

  it('are one per level, none for an empty field', () => {
    expect(levelNames([colour, size])).toEqual(['colour = red', 'colour = blue', 'size = s', 'size = l'])
    const { shape, indices, pointers, values } = oneHot([colour, size], 'a')
    expect([shape, Array.from(indices), Array.from(pointers)]).toEqual([
      [6, 4],
      [0, 2, 1, 2, 0, 3, 3, 1, 2, 0],
      [0, 2, 4, 6, 7, 9, 10],
    ])
    expect(Array.from(values)).toEqual(new Array(10).fill(1))
  })

  it('are at most half as many as samples, and at most 1,000', () => {
    const column = (levels: number, rows: number) => ({
      name: 'c',
      values: Array.from({ length: rows }, (_, i) => String(i % levels)),
    })
    expect(tooManyLevels(column(3, 6))).toBeNull()
    expect(tooManyLevels(column(4, 6))).toBe('4 different values in 6 samples')
    expect(tooManyLevels(column(1000, 2000))).toBeNull()
    expect(tooManyLevels(column(1001, 2100))).toMatch(/^1,?001 different values/)
    expect(() => oneHot([column(4, 6)], 'a')).toThrow(
      'a: column "c" has 4 different values in 6 samples, too many to encode as categories, leave it out',
    )
  })
})
