import { type Clustering, cluster, type DenseView } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { blobs, pick } from '../../assign/blobs.ts'

const { views } = blobs(180, 8)
const fit = (given: Record<string, DenseView>, more = {}) => cluster(given, { clusters: 3, threads: 1, ...more })
const highest = (scores: Float64Array, count: number) =>
  [...scores.keys()].sort((a, b) => scores[b] - scores[a]).slice(0, count)

describe('outlier scores', () => {
  it('are highest for a sample whose views come from two others', async () => {
    // Sample 0 is of the first group, sample 1 of the second.
    const mixed = { ...views, colour: pick(views, [1, ...Array.from({ length: 179 }, (_, i) => i + 1)]).colour }
    const { outlierScores } = await fit(mixed)
    expect(highest(outlierScores!, 1)).toEqual([0])
  })

  it('tell `outliers` "auto" which samples have the views of different samples, and hardly any others', async () => {
    const turned = Array.from({ length: 180 }, (_, i) => (i % 30 === 0 ? (i + 31) % 180 : i))
    const mixed = { ...views, colour: pick(views, turned).colour }
    const marked = ({ outliers }: Clustering) => [...outliers!.keys()].filter((i) => outliers![i] === 1)
    const before = marked(await fit(views, { outliers: 'auto' }))
    const found = marked(await fit(mixed, { outliers: 'auto' }))
    expect(before.length).toBeLessThan(3)
    expect(found).toEqual(expect.arrayContaining([0, 30, 60, 90, 120, 150]))
    expect(found.length).toBeLessThan(9)
  })

  it('are high for samples beyond all others, which `outliers` marks', async () => {
    const data = Array.from(views.shape.data as ArrayLike<number>)
    for (const i of [7, 50]) for (let j = 0; j < 6; j++) data[i * 6 + j] = (j % 2) * 60 - 30 + i
    const { outlierScores, outliers, labels } = await fit(
      { ...views, shape: { ...views.shape, data } },
      { outliers: 0.02 },
    )
    expect(highest(outlierScores!, 2).sort((a, b) => a - b)).toEqual([7, 50])
    expect(outliers!.reduce((sum, mark) => sum + mark, 0)).toBe(3)
    expect([outliers![7], outliers![50]]).toEqual([1, 1])
    expect(Math.min(...labels)).toBe(0)
  })

  it('are refused to mark by where a method has none', async () => {
    await expect(fit(views, { outliers: 2 })).rejects.toThrow(/outliers: is 2, give "auto" or a share/)
    const same = pick(views, [0, 0, 0, 0])
    await expect(fit(same, { outliers: 'auto' })).rejects.toThrow('outliers: needs at least 3 samples that differ')
    const one = { clusters: 1, method: 'kmeans', outliers: 'auto' }
    await expect(fit(views, one)).rejects.toThrow('outliers: needs at least 2 clusters')
  })
})

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
