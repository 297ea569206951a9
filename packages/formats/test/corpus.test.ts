import { readFileSync } from 'node:fs'
import type { DenseView, SparseView } from '@manyview/core'
import { bytesSource, readDataset } from '@manyview/formats'
import { describe, expect, it } from 'vitest'

const folder = new URL('./fixtures/', import.meta.url)

interface Expected {
  views: number[][][]
  labels: string[] | null
  ids: string[] | null
  sparse: boolean
  samples?: 'rows' | 'columns'
}

const expected: Record<string, Expected> = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8'))

/** The view as nested lists, one sample each. */
function toRows(view: DenseView | SparseView): number[][] {
  const rows = Array.from({ length: view.samples }, () => new Array<number>(view.features).fill(0))
  for (let i = 0; i < view.samples; i++)
    if ('pointers' in view)
      for (let p = view.pointers[i]; p < view.pointers[i + 1]; p++) rows[i][view.indices[p]] = view.values[p]
    else for (let j = 0; j < view.features; j++) rows[i][j] = view.data[i * view.features + j]
  return rows
}

describe('every file of the corpus', () => {
  it.each(Object.entries(expected))('%s gives the views, labels and ids written beside it', async (name, wanted) => {
    const data = await readDataset([bytesSource(name, readFileSync(new URL(name, folder)))], {
      samples: wanted.samples,
    })
    expect(data.views.map(({ view }) => toRows(view))).toEqual(wanted.views)
    expect(data.labels[0]?.values ?? null).toEqual(wanted.labels)
    expect(data.ids).toEqual(wanted.ids)
    if (wanted.sparse) expect(data.views.every(({ view }) => 'pointers' in view)).toBe(true)
  })
})
