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
  const files = ['mixed-r.csv', 'mixed.xlsx', 'mixed.json', 'mixed.jsonl', 'mixed.rds']
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
