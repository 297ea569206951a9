import { describe, expect, it } from 'vitest'
import { bytesSource, partOfDataset, readDataset } from '../../src/index.ts'

const text = (name: string, rows: (string | number)[][]) =>
  bytesSource(name, new TextEncoder().encode(rows.map((row) => `${row.join(',')}\n`).join('')))

describe('partOfDataset(dataset, samples)', () => {
  it('keeps rows, ids, labels and metadata of the samples, in the order given, and who lacks a view', async () => {
    const first = [['id', 'x', 'class'], ...Array.from({ length: 6 }, (_, i) => [`s${i}`, i + 0.5, i % 2 ? 'a' : 'b'])]
    const second = [['id', 'y'], ...Array.from({ length: 5 }, (_, i) => [`s${i}`, 10 * i + 0.5])]
    const whole = await readDataset([text('first.csv', first), text('second.csv', second)], { join: 'outer' })
    const part = partOfDataset(whole, [5, 1])
    expect(part.samples).toBe(2)
    expect(part.ids).toEqual(['s5', 's1'])
    expect(part.labels[0].values).toEqual(['a', 'a'])
    const [x, y] = part.views.map(({ view }) => view)
    expect('data' in x && Array.from(x.data)).toEqual([5.5, 1.5])
    expect('data' in y && y.data[1]).toBe(10.5)
    expect([...(y.present as Uint8Array)]).toEqual([0, 1])
  })
})
