import { bytesSource, readDataset } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { understood } from '../src/worker/understood.ts'

const text = (name: string, content: string) => bytesSource(name, new TextEncoder().encode(content))

describe('what the page knows of the data', () => {
  it('offers labels and then metadata to compare clusters with, and no text as a view', async () => {
    const rows = Array.from({ length: 8 }, (_, i) => `s${i},${i / 3},${i % 2 ? 'red' : 'blue'},${i < 4 ? 'x' : 'z'}`)
    const found = understood(await readDataset([text('a.csv', `id,size,colour,class\n${rows.join('\n')}\n`)]), null)
    expect(found.views.map(({ name }) => name)).toEqual(['a'])
    expect(found.labels.map(({ name, classes }) => [name, classes])).toEqual([
      ['class', ['x', 'z']],
      ['colour', ['blue', 'red']],
    ])
    expect(found.metadata).toEqual([{ name: 'colour', classes: 2 }])
  })
})
