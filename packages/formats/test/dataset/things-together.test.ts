import {
  bytesSource,
  type ReadOptions,
  readDataset,
  readMetadata,
  type ThingReading,
  writeNpy,
} from '@manyview/formats'
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

describe('a table of texts beside tables of numbers with ids', () => {
  const order = [3, 0, 7, 1, 6, 2, 5, 4]
  const numbers = (name: string, rows: readonly number[]) =>
    text(name, `id,calories,fat\n${rows.map((i) => `${skus[i]},${i / 3},${(i * i) % 7}`).join('\n')}\n`)
  const all = order.map((_, i) => i)
  const titles = (rows: readonly number[]) =>
    text('items.csv', `sku,title\n${rows.map((i) => `${skus[i] ?? `B-${i}`},lamp ${i}`).join('\n')}\n`)
  const withoutIds = table((i) => `${(i * 7) % 5},lamp of ${i % 3} rooms`, 'price,title')
  const read = async (second: readonly number[], items: ReturnType<typeof titles>) =>
    readDataset([numbers('food.csv', all), numbers('drink.csv', second), items])

  it('is about their samples and joined by id, in any order', async () => {
    const { views, metadata, ids, warnings } = await read(order, titles([...order].reverse()))
    expect([views.map(({ name }) => name), ids, warnings]).toEqual([['food', 'drink'], skus, []])
    expect(metadata).toEqual([{ name: 'title', values: all.map((i) => `lamp ${i}`) }])
  })

  it('is a view where it has numbered features, whatever stands beside them', async () => {
    const features = text(
      'first.csv',
      `id,f0,f1,f2,stage\n${all.map((i) => `${skus[i]},${i / 3},${i * i},${i % 5},${i % 2 ? 'early' : 'late'}`).join('\n')}\n`,
    )
    const clinical = text('clinical.csv', `id,age\n${all.map((i) => `${skus[i]},${40 + ((i * 7) % 11)}`).join('\n')}\n`)
    const { views, labels, metadata } = await readDataset([features, numbers('food.csv', all), clinical])
    expect(views.map(({ name }) => name)).toEqual(['first', 'food'])
    expect([labels, metadata].map((columns) => columns.map(({ name }) => name))).toEqual([['stage'], ['age']])
  })

  it('says which samples it lacks and how many rows are of none', async () => {
    const { metadata, samples, notes, warnings } = await read(order, titles([0, 1, 2, 4, 5, 6, 7, 20]))
    expect(samples).toBe(n)
    expect(metadata[0].values[3]).toBe('')
    expect(warnings).toEqual(['items: says nothing of 1 of 8 samples'])
    expect(notes).toContain('items: 1 of 8 rows is of no sample and left out')
  })

  it('is joined by position without ids, and left out with a warning where the orders differ', async () => {
    const same = await read(all, withoutIds)
    expect(same.metadata.find(({ name }) => name === 'title')!.values[2]).toBe('lamp of 2 rooms')
    expect(same.notes).toContain('items: no ids, joined by position, row by row')
    const other = await read(order, withoutIds)
    expect([other.metadata, other.warnings]).toEqual([
      [],
      ['items: left out, it has no ids and does not stand in the order of the samples: add ids'],
    ])
  })

  it('refuses a matrix without ids where the orders differ', async () => {
    const files = [npy('text.npy', 5), numbers('food.csv', order), titles(all)]
    await expect(readDataset(files)).rejects.toThrow(
      'text: has no ids but "food" and "items" have, in different orders: give ids to all views or to none',
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
    const numbers = await read({ views: ['text', 'image', 'items'] })
    expect(numbers.views).toEqual(['items', 'text', 'image'])
    expect(numbers.metadata).toEqual(['colour', 'title', 'url'])
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

describe('a column of ids that is named', () => {
  it('may be a vector among arrays, or stand in a table without a usual name', async () => {
    const codes = bytesSource('code.npy', writeNpy(Int32Array.from(skus, (_, i) => 500 - i)))
    const vector = await readDataset([npy('text.npy', 5), codes], { id: 'code' })
    expect([vector.ids?.[0], vector.labels]).toEqual(['500', []])
    const numbers = table((i) => `${i % 2},${900 - i},${i / 3}`, 'shop,number,price')
    const data = await readDataset([npy('text.npy', 5), npy('image.npy', 3), numbers], { id: 'number' })
    expect(data.ids?.slice(0, 2)).toEqual(['900', '899'])
    expect(data.metadata.map(({ name }) => name)).toEqual(['shop', 'price'])
  })

  it('may stand in a file of metadata, whose ids samples without ids take', async () => {
    await expect(readDataset([npy('text.npy', 5)], { id: 'sku' })).rejects.toThrow('there is no column "sku"')
    const data = await readDataset([npy('text.npy', 5)], { id: 'sku', idMayLack: true })
    const metadata = await readMetadata(
      table((i) => `${i},${skus[i]}`, 'price,sku'),
      data,
      { id: 'sku' },
    )
    expect(metadata.ids).toEqual(skus)
    expect(metadata.notes.slice(0, 2)).toEqual([
      'items: joined by position, since the samples have no ids',
      'items: its ids are those of the samples',
    ])
  })
})

describe('a file of one column beside others', () => {
  const column = (name: string, shape?: [number, number]) =>
    bytesSource(
      name,
      writeNpy(
        Int32Array.from(skus, (_, i) => i % 3),
        shape,
      ),
    )

  it('is a view, and true labels where that is said or its shape or name says so', async () => {
    const data = await readDataset([npy('text.npy', 5), column('count.npy', [n, 1])])
    expect([data.views.map(({ name }) => name), data.labels]).toEqual([['text', 'count'], []])
    expect(data.notes).toContain(
      'count: one column of whole numbers, taken as a view; --labels count takes it as true labels',
    )
    for (const labels of [column('truth.npy', [n, 1]), column('count.npy')])
      expect((await readDataset([npy('text.npy', 5), labels])).views).toHaveLength(1)
    const asked = await readDataset([npy('text.npy', 5), column('count.npy', [n, 1])], { labels: 'count' })
    expect([asked.views.length, asked.labels[0].name]).toEqual([1, 'count'])
  })
})

describe('views under other names', () => {
  it('are called as is asked', async () => {
    const data = await readDataset([npy('a.npy', 5), npy('b.npy', 3)], { views: ['a', 'b'], viewNames: { RNA: 'a' } })
    expect(data.views.map(({ name }) => name)).toEqual(['RNA', 'b'])
  })
})

describe('a view that is two others side by side', () => {
  const rows = (name: string, from: number, to: number) =>
    bytesSource(
      name,
      writeNpy(
        Float64Array.from(
          { length: n * (to - from) },
          (_, p) => (Math.floor(p / (to - from)) * 7 + from + (p % (to - from))) / 3,
        ),
        [n, to - from],
      ),
    )

  it('is said once, with the way out', async () => {
    const data = await readDataset([rows('text.npy', 0, 4), rows('image.npy', 4, 6), rows('both.npy', 0, 6)])
    expect(data.warnings).toEqual([
      'both is text and image side by side, so that their features count twice; --views text,image leaves it out',
    ])
    expect(
      (await readDataset([rows('text.npy', 0, 4), rows('image.npy', 4, 6), rows('both.npy', 1, 7)])).warnings,
    ).toEqual([])
  })
})
