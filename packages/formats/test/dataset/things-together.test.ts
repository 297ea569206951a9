import { bytesSource, readDataset, writeNpy } from '@manyview/formats'
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
