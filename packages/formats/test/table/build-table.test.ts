import { bytesSource } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { buildTable, type RawColumn } from '../../src/table/build-table.ts'

const source = bytesSource('t.parquet', new Uint8Array(100_000))
const build = (columns: Record<string, RawColumn['values']>, rows = 3, keepText = (_: string) => false) =>
  buildTable(
    source,
    rows,
    Object.entries(columns).map(([name, values]) => ({ name, values })),
    keepText,
  )

describe('a table of columns', () => {
  it('has numbers and truth values side by side, whatever they are stored as', () => {
    expect(build({ a: [1, null, 3], b: [true, false, true], c: [5n, 6n, 7n], d: ['1.5', '2', 'NA'] })).toEqual({
      rows: 3,
      numbers: {
        names: ['a', 'b', 'c', 'd'],
        data: Float64Array.of(1, 1, 5, 1.5, Number.NaN, 0, 6, 2, 3, 1, 7, Number.NaN),
      },
      texts: [],
      vectors: [],
      order: ['a', 'b', 'c', 'd'],
      named: true,
    })
  })

  it('has texts, codes, dates, ids and classes as texts', () => {
    const { texts, numbers } = build({
      word: ['x', null, 'y'],
      code: ['007', '8', '9'],
      day: [new Date('2026-03-01'), undefined, new Date('2026-03-02')],
      id: [7, 9, 8],
      class: [1, 2, 1],
      x: [3, 4, 6],
      kept: [4, 4, 6],
      record: [{ a: 1 }, null, { a: 2 }],
    })
    expect(texts.map(({ name, values }) => [name, values])).toEqual([
      ['word', ['x', '', 'y']],
      ['code', ['007', '8', '9']],
      ['day', ['2026-03-01', '', '2026-03-02']],
      ['id', ['7', '9', '8']],
      ['class', ['1', '2', '1']],
      ['record', ['{"a":1}', '', '{"a":2}']],
    ])
    expect([numbers.names, [...numbers.data]]).toEqual([
      ['x', 'kept'],
      [3, 4, 4, 4, 6, 6],
    ])
    expect(build({ x: [3, 4, 6], kept: [4, 4, 6] }, 3, (name) => name === 'kept').texts[0].name).toBe('kept')
    expect(build({ x: [3, 4, 6], class: [1.5, 2, 1] }).numbers.names).toEqual(['x', 'class'])
  })

  it('marks a column that counts the rows, unless it is the only one', () => {
    const count = Array.from({ length: 20 }, (_, i) => i)
    const texts = count.map(String)
    expect(build({ n: count, x: count.map((i) => i % 7) }, 20).texts).toEqual([
      { name: 'n', values: texts, countsRows: true },
    ])
    expect(build({ n: count }, 20)).toMatchObject({ texts: [], numbers: { names: ['n'] } })
  })

  it('takes a word among many numbers for a missing value, and tells of it; many words make a text', () => {
    const values = (words: number) => Array.from({ length: 200 }, (_, i) => (i > 0 && i <= words ? 'oops' : i % 9))
    const found = build({ x: values(1), y: values(0) }, 200)
    expect(found.numbers.names).toEqual(['x', 'y'])
    expect(found.numbers.data[2]).toBeNaN()
    expect(found.strays).toBeDefined()
    expect(build({ x: values(0), y: values(0) }, 200).strays).toBeUndefined()
    expect(build({ x: values(100) }, 200).texts[0].values.slice(0, 3)).toEqual(['0', 'oops', 'oops'])
    const late = Array.from({ length: 200 }, (_, i) => (i < 100 ? String(i) : 0.5))
    expect(build({ x: late }, 200).texts.length).toBe(1)
    const decimals = Array.from({ length: 200 }, (_, i) => String(i + 0.5))
    expect(build({ x: decimals }, 200).numbers.names).toEqual(['x'])
  })

  it('has lists of equal length as vectors, missing ones as rows of NaN', () => {
    const { vectors } = build({
      v: [null, [1, 2], [3, null]],
      w: [new Float32Array(1), new Float32Array(1), new Float32Array(1)],
    })
    expect(vectors[0]).toEqual({
      name: 'v',
      width: 2,
      data: Float64Array.of(Number.NaN, Number.NaN, 1, 2, 3, Number.NaN),
    })
    expect(vectors[1].data).toBeInstanceOf(Float32Array)
    expect(build({ v: { width: 2, data: Float64Array.of(1, 2, 3, 4, 5, 6) } }).vectors[0]).toMatchObject({
      name: 'v',
      width: 2,
    })
  })

  it('refuses vectors that differ in length or hold no numbers, and leaves lists of texts out', () => {
    expect(() => build({ v: [[1, 2], [3], [4, 5]] })).toThrow('row 2')
    expect(() => build({ v: [[1, 2], 3, [4, 5]] })).toThrow('row 2')
    expect(() => build({ v: [[[1]], [[2]], [[3]]] })).toThrow('"v" holds lists of lists, give one vector a row')
    expect(() => build({ v: [[1], ['a'], [2]] })).toThrow('"v" holds lists of text, give numbers')
    expect(() => build({ v: { width: 2, data: Float64Array.of(1, 2, 3) } })).toThrow(
      't.parquet: "v" has 3 numbers for 3×2, get the file again',
    )
    expect(build({ x: [1, 3, 3], tags: [[], ['a', 'b'], ['c']] })).toMatchObject({
      vectors: [],
      leftOut: [{ name: 'tags', what: 'lists of text' }],
    })
  })

  it('refuses a table without rows or columns', () => {
    expect(() => build({ x: [] }, 0)).toThrow('t.parquet: holds no rows, give at least one')
    expect(() => build({}, 3)).toThrow('holds no rows')
  })
})
