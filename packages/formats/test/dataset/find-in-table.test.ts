import { describe, expect, it } from 'vitest'
import { findInTable } from '../../src/dataset/find-in-table.ts'
import type { ReadOptions } from '../../src/dataset/read-options.ts'
import { toView } from '../../src/dataset/to-view.ts'
import type { Table, TextColumn } from '../../src/table/table.ts'
import { viewRows } from '../view-rows.ts'

const rows = 6
const column = (name: string, ...values: string[]): TextColumn => ({
  name,
  values: Array.from({ length: rows }, (_, i) => values[i % values.length]),
})
const ids = column('id', 'a', 'b', 'c', 'd', 'e', 'f')
const [label, colour, size] = [
  column('label', 'u', 'v'),
  column('colour', 'red', 'blue'),
  column('size', 's', 'm', 'l'),
]

function table(texts: TextColumn[], more: Partial<Table> = {}): Table {
  const numbers = { names: ['x1', 'x2', 'y1'], data: Float64Array.from({ length: 3 * rows }, (_, i) => i / 2) }
  return {
    rows,
    texts,
    numbers,
    vectors: [],
    order: [...(more.numbers ?? numbers).names, ...texts.map(({ name }) => name)],
    named: true,
    ...more,
  }
}
const find = (given: Table, options: ReadOptions = {}, role: Partial<Parameters<typeof findInTable>[3]> = {}) =>
  findInTable('p/a.csv', given, options, { axis: 'rows', metadata: false, ...role })
const names = ({ views }: ReturnType<typeof find>) => views.map(({ name }) => name)
const none = { names: [], data: new Float64Array(0) }

describe('what a table is taken as', () => {
  it('is a view of its numbers, with ids, labels, and texts that repeat as metadata', () => {
    const found = find(table([ids, label, colour]))
    expect(names(found)).toEqual(['a'])
    expect(found.views[0]).toMatchObject({
      source: 'p/a.csv',
      axis: 'rows',
      ids: ids.values,
      featureNames: ['x1', 'x2', 'y1'],
    })
    expect(found.labels.map(({ name, metadata = false }) => [name, metadata])).toEqual([
      ['label', false],
      ['colour', true],
    ])
    expect(found.notes).toEqual(['a: ids of the samples: id', 'a: labels: label, 2 classes (for scoring only)'])
    expect(found.warnings).toEqual([])
  })

  it('has no names of features where they are made up', () => {
    expect(find(table([ids], { named: false })).views[0]).not.toHaveProperty('featureNames')
  })

  it('is a view per column of vectors; numbers beside them are left out with a warning', () => {
    const vectors = [{ name: 'v', width: 2, data: Float64Array.from({ length: 12 }, (_, i) => i) }]
    const found = find(table([ids], { vectors }))
    expect([names(found), found.warnings]).toEqual([
      ['v'],
      ['a: number columns beside vectors left out (x1, x2, y1), name them as columns to use them'],
    ])
    expect(found.views[0].value).toMatchObject({ shape: [6, 2] })
    expect(find(table([ids], { vectors, numbers: none })).warnings).toEqual([])
  })

  it('has features as rows where samples are columns, and no labels', () => {
    const found = find(table([ids, label]), {}, { axis: 'columns' })
    expect(found.views[0]).toMatchObject({ axis: 'columns', ids: ['x1', 'x2', 'y1'], featureNames: ids.values })
    expect([found.labels, found.notes]).toEqual([[], ['a: text about features left out: label']])
  })

  it('is metadata where it only describes samples, numbers too', () => {
    const found = find(table([ids, colour]), {}, { metadata: true })
    expect(names(found)).toEqual([])
    // What may be the classes is a column like the others, too.
    expect(found.labels.map(({ name, metadata = false }) => [name, metadata])).toEqual([
      ['colour', false],
      ['colour', true],
      ['x1', true],
      ['x2', true],
      ['y1', true],
    ])
    expect(found.labels[2].values.slice(0, 2)).toEqual(['0', '1.5'])
    const asked = find(table([ids, colour]), { labels: 'colour' }, { metadata: true })
    expect(asked.labels.map(({ name }) => name)).toEqual(['colour', 'x1', 'x2', 'y1'])
  })

  it('is refused without numbers and labels, with the names of its columns', () => {
    const many = column('about', 'p', 'q', 'r', 's', 't', 'u')
    expect(() => find(table([ids, many], { numbers: none }))).toThrow(
      'p/a.csv: no column of numbers found (columns: id, about), give at least one',
    )
    expect(find(table([ids, label], { numbers: none })).views).toEqual([])
  })
})

describe('labels of a table', () => {
  const labels = (given: Table, options: ReadOptions = {}) =>
    find(given, options)
      .labels.filter(({ metadata }) => !metadata)
      .map(({ name }) => name)

  it('are the column that was asked for, one that is called so, or the only text where it comes last', () => {
    expect(labels(table([label, colour]), { labels: 'colour' })).toEqual(['colour'])
    expect(labels(table([ids, size]))).toEqual(['size'])
    expect(labels(table([ids, size], { order: ['size', 'x1', 'x2', 'y1', 'id'] }))).toEqual([])
    expect(labels(table([ids, size, colour]))).toEqual([])
    expect(labels(table([ids, column('one', 'same')]))).toEqual([])
    expect(labels(table([ids, column('all', 'p', 'q', 'r', 's', 't', 'u')]))).toEqual([])
  })

  it('lose what only notation adds', () => {
    expect(find(table([column('label', '1.0', '02')])).labels[0].values.slice(0, 2)).toEqual(['1', '2'])
    expect(find(table([column('label', '1.0', 'x')])).labels[0].values.slice(0, 2)).toEqual(['1.0', 'x'])
  })
})

describe('texts of a table', () => {
  it('are a view of categories where that is asked for, of all or of some', () => {
    const all = find(table([ids, colour, size]), { categories: 'use' })
    expect(names(all)).toEqual(['a', 'a categories'])
    expect(all.notes).toContain('a: text columns as a view of categories: colour, size')
    expect(all.views[1]).toMatchObject({
      kind: 'categorical',
      featureNames: ['colour = red', 'colour = blue', 'size = s', 'size = m', 'size = l'],
    })
    const some = find(table([ids, colour, size]), { categories: ['size'] })
    expect(some.views[1].featureNames).toEqual(['size = s', 'size = m', 'size = l'])
    expect(some.labels.map(({ name }) => name)).toEqual(['colour'])
    expect(names(find(table([ids, colour, size]), { categories: 'ignore' }))).toEqual(['a'])
  })

  it('are kept where they differ in most samples, and left out by name where they count the rows', () => {
    const unlike = column('about', 'p', 'q', 'r', 's', 't', 'u')
    const counter = { ...column('n', '1', '2', '3', '4', '5', '6'), countsRows: true }
    const found = find(table([ids, unlike, counter, colour], { leftOut: [{ name: 'z', what: 'shapes' }] }))
    expect(found.notes).toEqual([
      'a: ids of the samples: id',
      'a: no feature, it counts the rows: n',
      'a: left out: z (shapes)',
    ])
    expect(found.labels.map(({ name, metadata }) => [name, metadata])).toEqual([
      ['about', true],
      ['colour', true],
    ])
  })

  it('are named up to ten', () => {
    const note = (count: number) => {
      const columns = Array.from({ length: count }, (_, i) => column(`c${i}`, 'p', 'q', 'r', 's', 't', 'u'))
      return find(table([ids, ...columns]), {}, { axis: 'columns' }).notes.at(-1)
    }
    expect(note(10)).toBe('a: text about features left out: c0, c1, c2, c3, c4, c5, c6, c7, c8, c9')
    expect(note(11)).toMatch(/c8, c9, …$/)
  })
})

describe('views by names of columns', () => {
  const vectors = [
    { name: 'v', width: 1, data: Float64Array.from({ length: 6 }, (_, i) => i) },
    { name: 'w', width: 1, data: Float64Array.from({ length: 6 }, (_, i) => -i) },
  ]
  const given = table([ids, colour, size], { vectors, order: ['id', 'x1', 'x2', 'y1', 'v', 'w', 'colour', 'size'] })
  const group = (wanted: string | string[], more: ReadOptions = {}) =>
    find(given, { columns: { g: wanted }, ...more }).views

  it('are numbers by prefix or by list, texts as categories, or one column of vectors', () => {
    expect(group('x')[0].featureNames).toEqual(['x1', 'x2'])
    expect(viewRows(toView(group(['x1', 'y1'])[0].value as never, 'rows')).slice(0, 2)).toEqual([
      [0, 1],
      [1.5, 2.5],
    ])
    expect(group(['x1', 'x2', 'y1'])[0].value).toMatchObject({ shape: [6, 3] })
    expect(group('colour')[0]).toMatchObject({ kind: 'categorical', featureNames: ['colour = red', 'colour = blue'] })
    expect(group(['w'])[0].value).toMatchObject({ shape: [6, 1], data: vectors[1].data })
  })

  it('are none where a name is missing, and never the ids', () => {
    expect(group(['x1', 'nobody'])).toEqual([])
    expect(group('nobody')).toEqual([])
    expect(group('id')).toEqual([])
  })

  it('are refused where they mix kinds', () => {
    expect(() => group(['x1', 'colour'])).toThrow('g: mixes numbers, text and vectors, make one view of each')
    expect(() => group(['x1', 'v'])).toThrow('g: mixes numbers')
    expect(() => group(['v', 'colour'])).toThrow('g: mixes numbers')
    expect(() => group(['v', 'w'])).toThrow('g: names 2 columns of vectors, make one view of each')
  })

  it('are categories of numbers where their kind says so', () => {
    const numbers = { names: ['k'], data: Float64Array.of(1, 2, 1, Number.NaN, 2, 1) }
    const found = find(table([], { numbers }), { columns: { g: 'k' }, kinds: { g: 'categorical' } })
    expect(found.views[0]).toMatchObject({ kind: 'categorical', featureNames: ['k = 1', 'k = 2'] })
  })
})
