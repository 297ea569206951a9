import { cluster, type DenseView } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { blobs, pick } from '../assign/blobs.ts'

const { views } = blobs(180, 8)
const fit = (given: Record<string, DenseView>, more = {}) => cluster(given, { clusters: 3, threads: 1, ...more })

describe('copies', () => {
  it('are named where samples are identical or nearly so, and no others', async () => {
    expect((await fit(views)).duplicates).toEqual([])
    const copied = pick(views, [...Array.from({ length: 180 }, (_, i) => i), 3, 9])
    for (const { data, features } of Object.values(copied))
      for (let j = 0; j < features; j++) (data as number[])[181 * features + j] += 0.005 * ((j % 3) - 1)
    expect((await fit(copied)).duplicates).toEqual([
      { first: 3, second: 180, exact: true, differsIn: null },
      { first: 9, second: 181, exact: false, differsIn: null },
    ])
  })

  it('are named with the view in which they differ, where all but one of three agree', async () => {
    const third = blobs(180, 9).views.shape
    const copied = pick({ ...views, third }, [...Array.from({ length: 180 }, (_, i) => i), 3])
    copied.third = pick({ third }, [...Array.from({ length: 180 }, (_, i) => i), 100]).third
    expect((await fit(copied)).duplicates).toEqual([{ first: 3, second: 180, exact: false, differsIn: 'third' }])
  })
})
