import { readFileSync } from 'node:fs'
import { bytesSource, readDataset } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { viewRows } from './view-rows.ts'

const folder = new URL('./fixtures/', import.meta.url)

interface Expected {
  views: number[][][]
  labels: string[] | null
  ids: string[] | null
  sparse: boolean
  samples?: 'rows' | 'columns'
}

const expected: Record<string, Expected> = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8'))

describe('every file of the corpus', () => {
  it.each(Object.entries(expected))('%s gives the views, labels and ids written beside it', async (name, wanted) => {
    const data = await readDataset([bytesSource(name, readFileSync(new URL(name, folder)))], {
      samples: wanted.samples,
    })
    expect(data.views.map(({ view }) => viewRows(view))).toEqual(wanted.views)
    expect(data.labels[0]?.values ?? null).toEqual(wanted.labels)
    expect(data.ids).toEqual(wanted.ids)
    if (wanted.sparse) expect(data.views.every(({ view }) => 'pointers' in view)).toBe(true)
  })
})
