import { describe, expect, it } from 'vitest'
import type { StoredValue } from '../../src/bytes/stored-value.ts'
import { findInVariables } from '../../src/dataset/find-in-variables.ts'

const dense = (rows: number, columns: number, at: (i: number) => number): StoredValue => ({
  type: 'dense',
  shape: [rows, columns],
  order: 'rows',
  data: Float64Array.from({ length: rows * columns }, (_, i) => at(i)),
})
const views: StoredValue = { type: 'list', items: [dense(6, 4, (i) => i / 8), dense(6, 3, (i) => (i * i) / 8)] }
const oneHot = dense(6, 2, (i) => Number(i % 2 === (i < 6 ? 0 : 1)))
const vector = (...values: number[]) => dense(values.length, 1, (i) => values[i])
const find = (more: Record<string, StoredValue>, labels?: string) =>
  findInVariables(
    Object.entries({ X: views, ...more }).map(([name, value]) => ({ name, value, source: 'a.mat', alone: false })),
    { labels },
  )
const classes = ['1', '1', '1', '2', '2', '2']

describe('labels among variables', () => {
  it('are a column per class where the name says so, or the user does', () => {
    expect(find({ gnd: oneHot }).labels).toEqual([{ name: 'gnd', values: classes, ids: null }])
    expect(find({ kinds: oneHot }, 'kinds').labels).toEqual([{ name: 'kinds', values: classes, ids: null }])
    expect(find({ kinds: oneHot }).labels).toEqual([])
  })

  it('are the vectors of a list, each by its place', () => {
    const both: StoredValue = { type: 'list', items: [vector(1, 1, 2, 2, 3, 3), vector(1, 2, 1, 2, 1, 2)] }
    expect(find({ both }).labels).toEqual([
      { name: 'both{2}', values: ['1', '2', '1', '2', '1', '2'], ids: null },
      { name: 'both{1}', values: ['1', '1', '2', '2', '3', '3'], ids: null },
    ])
  })

  it('stand once each, the wanted one first', () => {
    const found = find({ gnd: vector(1, 1, 1, 2, 2, 2), ages: vector(3, 4, 3, 4, 5, 5) }, 'ages')
    expect(found.labels.map(({ name }) => name)).toEqual(['ages', 'gnd'])
  })
})
