import { assign, cluster, cutTree, type DenseView, trainModel } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { blobs, pick } from '../assign/blobs.ts'
import { countingScratch, viewInBlocks } from '../ways-to-hold.ts'

const far = [7, 50, 51, 52, 121]
const all = Array.from({ length: 180 }, (_, i) => i)
const rest = all.filter((i) => !far.includes(i))
const { views: plain } = blobs(180, 8)
const views = Object.fromEntries(
  Object.entries(plain).map(([name, { data, samples, features }]) => {
    const values = Array.from(data as ArrayLike<number>)
    for (const i of far) for (let j = 0; j < features; j++) values[i * features + j] += 40 * ((i + j) % 3)
    return [name, { data: values, samples, features }]
  }),
)
const share = far.length / 180
const fit = (given: Record<string, DenseView>, more = {}) =>
  cluster(given, { clusters: 3, runtime: { threads: 1 }, effort: 'fast', ...more })
const kmeans = (given: Record<string, DenseView>, more = {}) =>
  cluster(given, { clusters: 3, runtime: { threads: 1 }, method: 'kmeans', ...more })
const some = (values: ArrayLike<number>, samples: readonly number[]) => samples.map((i) => values[i])

describe('outliers that are set aside', () => {
  it('leave the others the clusters of a fit without them, and get the nearest of these', async () => {
    const found = await fit(views, { outliers: share, effort: 'full' })
    const alone = await fit(pick(views, rest), { effort: 'full' })
    expect(some(found.outliers!, far)).toEqual([1, 1, 1, 1, 1])
    expect(some(found.labels, rest)).toEqual([...alone.labels])
    expect(some(found.confidence!, rest)).toEqual([...alone.confidence!])
    expect(some(found.confidence!, far)).toEqual([0, 0, 0, 0, 0])
    expect([...found.memberships!.data.subarray(7 * 3, 8 * 3)]).toEqual([0, 0, 0])
    expect(found.embedding!.rows).toBe(180)
    expect(some(found.labels, far).every((label) => label >= 0 && label < 3)).toBe(true)
    expect(found.outlierScores).toEqual((await fit(views)).outlierScores)
  })

  it('stand in the tree, whose cut at the number of the fit is the fit', async () => {
    const { tree, labels } = await fit(views, { outliers: share })
    expect(tree!.leafSizes.reduce((sum, size) => sum + size, 0)).toBe(180)
    expect(cutTree(tree!, labels, 3, 3)).toEqual(labels)
    const two = cutTree(tree!, labels, 3, 2)
    // A cut merges whole clusters, so an outlier goes where the others of its cluster go.
    for (const i of far) expect(two[i]).toBe(two[rest.find((other) => labels[other] === labels[i])!])
  })

  it('are no part of a model', async () => {
    const found = await fit(views, { outliers: share })
    const model = await trainModel(views, found)
    expect(model.samples).toBe(175)
    expect(model).toEqual(await trainModel(pick(views, rest), await fit(pick(views, rest))))
    expect((await assign(model, pick(views, [3]))).labels[0]).toBe(found.labels[3])
  })

  it('are the same for views in blocks, for a number that is chosen, and for samples that lack views', async () => {
    const options = { outliers: share }
    const blocked = Object.fromEntries(Object.entries(views).map(([name, view]) => [name, viewInBlocks(view, 40)]))
    const { state, scratch } = countingScratch()
    const streamed = await cluster(blocked, {
      clusters: 3,
      runtime: { threads: 1, scratch },
      effort: 'fast',
      ...options,
    })
    expect(streamed.labels).toEqual((await fit(views, options)).labels)
    expect(state.inUse).toBe(0)
    const range = { from: 2, to: 4 }
    const chosen = await fit(views, { ...options, clusters: range })
    expect(chosen.clusters).toBe((await fit(pick(views, rest), { clusters: range })).clusters)
    const present = Uint8Array.from(all, (i) => Number(i % 4 !== 1))
    const lacking = { ...views, shape: { ...views.shape, present } }
    const incomplete = await fit(lacking, options)
    expect(incomplete.outliers!.reduce((sum, mark) => sum + mark, 0)).toBe(5)
    expect(incomplete.coverage!.samples).toBe(180)
  })

  it.each([{ clusters: 3 }, { clusters: 60 }, { clusters: { from: 2, to: 4 } }, { method: 'kmeans' as const }])(
    'change nothing where none is found (%o)',
    async (options) => {
      // `auto` marks none of these samples, and a share of less than one sample none of any.
      for (const [given, outliers] of [
        [blobs(180, 6).views, 'auto'],
        [views, 0.001],
      ] as const) {
        const asked = { clusters: 3, runtime: { threads: 1 }, ...options }
        const { seconds: _, ...unasked } = await cluster(given, asked)
        const { seconds: __, outliers: marks, ...found } = await cluster(given, { ...asked, outliers })
        expect(marks).toEqual(new Uint8Array(180))
        expect(found).toEqual(unasked)
      }
    },
  )

  it('are the same for every method, also for one that gives them a cluster of their own', async () => {
    const found = await kmeans(views, { outliers: 'auto' })
    expect(found.outliers).toEqual((await fit(views, { outliers: 'auto' })).outliers)
    const others = all.filter((i) => found.outliers![i] === 0)
    const alone = await kmeans(pick(views, others))
    expect(some(found.labels, others)).toEqual([...alone.labels])
    const held = { ...views, shape: moved(views.shape), colour: moved(views.colour) }
    const { labels } = await kmeans(held)
    expect(all.filter((i) => labels[i] === labels[far[0]])).toEqual(far)
    const freed = await kmeans(held, { outliers: 'auto' })
    expect(far.map((i) => freed.outliers![i])).toEqual(far.map(() => 1))
    expect(
      new Set(
        some(
          freed.labels,
          all.filter((i) => freed.outliers![i] === 0),
        ),
      ).size,
    ).toBe(3)
  })

  it('are refused where they leave fewer samples than clusters', async () => {
    await expect(fit(views, { outliers: 0.99 })).rejects.toThrow(
      'outliers: set 178 of 180 samples aside, which leaves 2 for 3 clusters: give a smaller share',
    )
  })

  it('are told of where nobody asked and they hold a cluster of their own', async () => {
    const one = { ...views, shape: moved(views.shape), colour: moved(views.colour) }
    const { warnings } = await fit(one, { clusters: 4 })
    expect(warnings.join()).toMatch(/cluster 3 holds only outliers \(5 samples\): outliers "auto" \(--outliers auto\)/)
    expect((await fit(one, { clusters: 4, outliers: 'auto' })).warnings.join()).not.toMatch('holds only outliers')
  })
})

/** The far samples together in one place. */
function moved({ data, samples, features }: DenseView): DenseView {
  const values = Array.from(data as ArrayLike<number>)
  for (const i of far) for (let j = 0; j < features; j++) values[i * features + j] = 60 + 0.1 * (i % 5) * (j + 1)
  return { data: values, samples, features }
}
