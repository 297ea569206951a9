import { readFileSync } from 'node:fs'
import { bytesSource, type Dataset, readDataset } from '@manyview/formats'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, it } from 'vitest'
import { viewRows } from './view-rows.ts'

const folder = new URL('./fixtures/everyday/', import.meta.url)
const source = (name: string) => bytesSource(`mixed.${name}`, new Uint8Array(readFileSync(new URL(name, folder))))
const numbers = (make: (i: number) => unknown) => Array.from({ length: 12 }, (_, i) => make(i))

/** The same table with the types that Parquet has for it. */
const parquet = () =>
  bytesSource(
    'mixed.parquet',
    new Uint8Array(
      parquetWriteBuffer({
        columnData: [
          { name: 'id', data: numbers((i) => `s${i}`), type: 'STRING' },
          { name: 'x', data: numbers((i) => i / 8), type: 'DOUBLE' },
          { name: 'price', data: numbers((i) => ((i * 5) % 7) + 0.25) },
          { name: 'smoker', data: numbers((i) => i % 3 === 0), type: 'BOOLEAN' },
          { name: 'visit', data: numbers((i) => new Date(Date.UTC(2024, 0, 5 + (i % 4)))), type: 'TIMESTAMP' },
          { name: 'colour', data: numbers((i) => ['red', 'green', 'blue'][(i * i) % 3]), type: 'STRING' },
          { name: 'size', data: numbers((i) => ['s', 'l'][Math.floor(i / 2) % 2]), type: 'STRING' },
        ],
      }),
    ),
  )

const summary = ({ views, ids, labels, metadata }: Dataset) => ({
  views: views.map(({ view, kind, featureNames }) => [kind, featureNames, viewRows(view)]),
  ids,
  labels,
  metadata,
})

describe('one table of numbers, truth values, dates and categories', () => {
  const files = [
    ...['mixed-r.csv', 'mixed.xlsx', 'mixed.json', 'mixed.jsonl', 'mixed.rds'],
    ...['mixed-pyarrow.parquet', 'mixed-pyarrow.feather', 'mixed-stamps.feather'],
    ...['mixed-polars.arrow', 'mixed-polars.parquet', 'mixed-polars.csv', 'mixed-polars.jsonl'],
    ...['mixed-duckdb.parquet', 'mixed-duckdb.csv', 'mixed-duckdb.json'],
  ]
  it.each([...files, 'Parquet'])('%s gives the views and the metadata that pandas’ CSV gives', async (name) => {
    const read = await readDataset([name === 'Parquet' ? parquet() : source(name)])
    expect(summary(read)).toEqual(summary(await readDataset([source('mixed.csv')])))
  })

  it('has numbers and truth values as features, and dates and categories as metadata', async () => {
    const data = await readDataset([source('mixed.csv')])
    expect(data.views.map(({ featureNames }) => featureNames)).toEqual([['x', 'price', 'smoker']])
    expect(viewRows(data.views[0].view).slice(0, 2)).toEqual([
      [0, 0.25, 1],
      [0.125, 5.25, 0],
    ])
    expect(data.metadata.map(({ name, values }) => [name, values[1]])).toEqual([
      ['visit', '2024-01-06'],
      ['colour', 'green'],
      ['size', 's'],
    ])
  })
})

describe('a table with one column per type', () => {
  it.each(['types-duckdb.parquet', 'types-pyarrow.feather'])('%s gives what its CSV gives', async (name) => {
    expect(summary(await readDataset([source(name)]))).toEqual(summary(await readDataset([source('types-duckdb.csv')])))
  })

  it.each([
    ['types-duckdb.parquet', 'span (intervals), pair (records), tags (lists of text)'],
    ['types-pyarrow.feather', 'span (bytes), pair (records), tags (lists of text)'],
  ])('%s names the columns that are left out', async (name, left) => {
    expect((await readDataset([source(name)])).notes.join('\n')).toContain(`: left out: ${left}`)
  })

  it('has lists of text left out of JSON lines, also empty ones', async () => {
    const lines = [
      { x: 1, tags: [] },
      { x: 2.5, tags: ['a'] },
      { x: 3, tags: null },
    ].map((line) => JSON.stringify(line))
    const data = await readDataset([bytesSource('a.jsonl', new TextEncoder().encode(lines.join('\n')))])
    expect(viewRows(data.views[0].view)).toEqual([[1], [2.5], [3]])
    expect(data.notes).toEqual(['a: left out: tags (lists of text)'])
  })

  it('has decimals that come as texts as numbers, but codes as categories', async () => {
    const rows = Array.from({ length: 8 }, (_, i) => ({
      x: i % 5,
      price: `${i}.5`,
      code: `00${i % 2}`,
      kind: i % 2 ? 'a' : 'b',
    }))
    const data = await readDataset([bytesSource('a.json', new TextEncoder().encode(JSON.stringify(rows)))])
    expect(data.views[0].featureNames).toEqual(['x', 'price'])
    expect(data.metadata.map(({ name }) => name)).toEqual(['code', 'kind'])
  })
})
