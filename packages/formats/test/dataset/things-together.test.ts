import { bytesSource, type ReadOptions, readDataset, type ThingReading, writeNpy } from '@manyview/formats'
import { describe, expect, it } from 'vitest'

const n = 8
const text = (name: string, content: string) => bytesSource(name, new TextEncoder().encode(content))
const npy = (name: string, columns: number, rows = n) =>
  bytesSource(
    name,
    writeNpy(
      Float64Array.from({ length: rows * columns }, (_, i) => Math.sqrt(i + columns)),
      [rows, columns],
    ),
  )
const table = (line: (i: number) => string, header: string, rows = n) =>
  text('items.csv', `${header}\n${Array.from({ length: rows }, (_, i) => line(i)).join('\n')}\n`)
const skus = Array.from({ length: n }, (_, i) => `A-${90 - i}`)

describe('matrices without ids beside a table with ids', () => {
  const items = (rows = n) => table((i) => `${skus[i]},${i * 3}`, 'sku,price', rows)

  it('are joined by position, and take its ids', async () => {
    const data = await readDataset([npy('text.npy', 5), items()])
    expect([data.samples, data.ids]).toEqual([n, skus])
    expect(data.notes).toContain('text: no ids, joined with items by position, row by row')
    expect(data.views[0].view.ids).toEqual(skus)
  })

  it('are refused where the numbers of rows differ', async () => {
    await expect(readDataset([npy('text.npy', 5), npy('image.npy', 3), items(6)])).rejects.toThrow(
      'text: has no ids but "items" has, and 8 rows for its 6: give both the same rows, or ids to all',
    )
  })

  it('are refused beside two tables in different orders', async () => {
    const other = text(
      'more.csv',
      `sku,x\n${[...skus]
        .reverse()
        .map((sku, i) => `${sku},${i / 3}`)
        .join('\n')}\n`,
    )
    await expect(readDataset([npy('text.npy', 5), items(), other])).rejects.toThrow(
      'text: has no ids but "items" and "more" have, in different orders',
    )
  })
})

describe('a table beside two matrices', () => {
  const price = (i: number) => (i * 7) % 5
  const row = (i: number) =>
    `${skus[i]},A lamp of glass number ${i},${price(i)},https://shop.example/${i},${i % 2 ? 'red' : 'blue'}`
  const files = () => [npy('text.npy', 5), npy('image.npy', 3), table(row, 'sku,title,price,url,colour')]
  const things: ThingReading = {
    mayLack: false,
    open: () => {
      throw new Error('nothing is opened')
    },
    makeViews: async (columns) => ({
      views: columns.map(({ name }) => ({
        ...{ name, source: 'items.csv', kind: 'numeric' as const },
        view: { data: new Float64Array(2 * n), samples: n, features: 2 },
      })),
      recipes: [],
      warnings: [],
    }),
  }
  const read = async (options: ReadOptions = {}) => {
    const data = await readDataset(files(), { things, ...options })
    return {
      views: data.views.map(({ name }) => name),
      metadata: data.metadata.map(({ name }) => name).sort(),
      ids: data.ids,
      notes: data.notes,
    }
  }

  it('is about the samples, keeps every column, and says how it becomes a view', async () => {
    const { views, metadata, ids, notes } = await read()
    expect(views).toEqual(['text', 'image'])
    expect(metadata).toEqual(['colour', 'price', 'title', 'url'])
    expect(ids).toEqual(skus)
    expect(notes).toContain(
      'items: about the samples, no view; --views text,image,items takes its numbers as a view, --kind title=text a column',
    )
  })

  it('becomes a view where it is named, and so does a column of texts', async () => {
    expect((await read({ views: ['text', 'image', 'items'] })).views).toEqual(['items', 'text', 'image'])
    const titles = await read({ texts: ['title'] })
    expect(titles.views).toEqual(['text', 'image', 'title'])
    expect(titles.metadata).toEqual(['colour', 'price', 'url'])
    expect((await read({ views: ['image', 'title'] })).views).toEqual(['image', 'title'])
  })

  it('keeps its ids and columns where only matrices are named', async () => {
    const { views, metadata, ids } = await read({ views: ['image'] })
    expect([views, metadata, ids]).toEqual([['image'], ['colour', 'price', 'title', 'url'], skus])
  })

  it('is a view where it holds nothing but numbers', async () => {
    const sound = table((i) => `${i / 3},${i * i}`, 'pitch,loudness')
    const data = await readDataset([npy('text.npy', 5), npy('image.npy', 3), sound])
    expect(data.views.map(({ name }) => name).sort()).toEqual(['image', 'items', 'text'])
  })
})
