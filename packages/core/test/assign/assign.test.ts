import { assign, type Clustering, cluster, InputError, type Model, score, trainModel } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { findMethod, methods } from '../../src/methods/methods.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { blobs, pick } from './blobs.ts'

const known = blobs(90, 1)
const fresh = blobs(60, 2)
const settings: Record<string, object> = { dstl: { lambda1: 1, lambda2: 0.1 } }
const suited = ['consensus', 'kmeans', 'spectral']

const models = new Map<string, Promise<{ clustering: Clustering; model: Model }>>()

/** The model of a method on the known samples, made once. */
function modelOf(method: string) {
  const make = async () => {
    const clustering = await cluster(known.views, { clusters: 3, method: findMethod(method), ...settings[method] })
    return { clustering, model: await trainModel(known.views, clustering) }
  }
  if (!models.has(method)) models.set(method, make())
  return models.get(method)!
}

describe('assign(model, views)', () => {
  it.each(suited)('places new samples of clear clusters where they belong (%s)', async (method) => {
    const { model } = await modelOf(method)
    const found = await assign(model, fresh.views)
    expect(score(fresh.truth, Array.from(found.labels)).acc).toBe(1)
    expect(found.ids).toEqual(Array.from({ length: 60 }, (_, i) => String(i)))
    expect(found.warnings).toEqual([])
  })

  it.each(methods.map(({ name }) => name))(
    'gives memberships that sum to 1 and their margin as confidence (%s)',
    async (method) => {
      const { model } = await modelOf(method)
      const { labels, memberships, confidence } = await assign(model, fresh.views)
      labels.forEach((label, i) => {
        const row = Array.from(memberships.data.subarray(3 * i, 3 * i + 3))
        expect(row.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12)
        const [first, second] = row.toSorted((a, b) => b - a)
        expect(row[label]).toBe(first)
        expect(confidence[i]).toBe(first - second)
      })
    },
  )

  it('gives the training samples their own labels back, and nearly so when they are moved a little', async () => {
    const { clustering, model } = await modelOf('consensus')
    expect((await assign(model, known.views)).labels).toEqual(clustering.labels)
    const random = new Random(3)
    const moved = Object.fromEntries(
      Object.entries(known.views).map(([name, view]) => [
        name,
        { ...view, data: Array.from(view.data, (value) => value + 0.05 * normal(random)) },
      ]),
    )
    const { labels } = await assign(model, moved)
    const same = labels.filter((label, i) => label === clustering.labels[i]).length
    expect(same).toBeGreaterThanOrEqual(0.95 * 90)
  })

  it.each(['consensus', 'dstl', 'kmeans'])(
    'places every sample for itself: alone, together and in any order alike (%s)',
    async (method) => {
      const { model } = await modelOf(method)
      const all = await assign(model, fresh.views)
      const order = Array.from(new Random(4).permutation(60))
      const shuffled = await assign(model, pick(fresh.views, order))
      order.forEach((i, place) => {
        expect(shuffled.labels[place]).toBe(all.labels[i])
        expect(shuffled.confidence[place]).toBe(all.confidence[i])
      })
      for (const i of [0, 17, 59]) {
        const alone = await assign(model, pick(fresh.views, [i]))
        expect(Array.from(alone.memberships.data)).toEqual(Array.from(all.memberships.data.subarray(3 * i, 3 * i + 3)))
      }
    },
  )

  it.each(['consensus', 'dstl', 'kmeans', 'spectral'])(
    'takes samples that lack views: left out, all NaN, or not present (%s)',
    async (method) => {
      const { model } = await modelOf(method)
      const { shape, colour } = fresh.views
      const without = await assign(model, { shape })
      const gaps = await assign(model, {
        shape,
        colour: { ...colour, data: Array.from(colour.data, () => Number.NaN) },
      })
      const marked = await assign(model, { shape, colour: { ...colour, present: new Uint8Array(60) } })
      expect(gaps.memberships).toEqual(without.memberships)
      expect(marked.memberships).toEqual(without.memberships)
      if (method !== 'dstl') expect(score(fresh.truth, Array.from(without.labels)).acc).toBeGreaterThan(0.9)
      const half = { ...colour, present: Array.from({ length: 60 }, (_, i) => i % 2) }
      const mixed = await assign(model, { shape, colour: half })
      const full = await assign(model, fresh.views)
      mixed.labels.forEach((_, i) => {
        const expected = i % 2 ? full : without
        expect(mixed.confidence[i]).toBe(expected.confidence[i])
      })
    },
  )

  it('can be trained on samples that lack views', async () => {
    const present = Array.from({ length: 90 }, (_, i) => Number(i % 5 !== 0))
    const views = { shape: known.views.shape, colour: { ...known.views.colour, present } }
    const clustering = await cluster(views, { clusters: 3 })
    const model = await trainModel(views, clustering)
    expect((await assign(model, views)).labels).toEqual(clustering.labels)
    const found = await assign(model, fresh.views)
    expect(score(fresh.truth, Array.from(found.labels)).acc).toBeGreaterThan(0.95)
  })

  it('refuses missing values unless they are to count as the mean', async () => {
    const { model } = await modelOf('consensus')
    const data = Array.from(fresh.views.colour.data)
    data[7] = Number.NaN
    const views = { shape: fresh.views.shape, colour: { ...fresh.views.colour, data } }
    await expect(assign(model, views)).rejects.toThrow(/^colour: has 1 missing value/)
    const found = await assign(model, views, { missing: 'mean' })
    expect(found.memberships.data.every(Number.isFinite)).toBe(true)
    expect(score(fresh.truth, Array.from(found.labels)).acc).toBe(1)
    await expect(assign(model, views, { missing: 'lowrank' as 'mean' })).rejects.toThrow(
      'missing: is "lowrank", give "mean"',
    )
  })

  it('is trained on views whose missing values were filled in', async () => {
    const data = Array.from(known.views.colour.data)
    data[7] = Number.NaN
    const views = { shape: known.views.shape, colour: { ...known.views.colour, data } }
    const clustering = await cluster(views, { clusters: 3, missing: 'mean' })
    const found = await assign(await trainModel(views, clustering), fresh.views)
    expect(score(fresh.truth, Array.from(found.labels)).acc).toBe(1)
  })

  it('says so where a sample has nothing that the model knows', async () => {
    const random = new Random(5)
    const words = (samples: number, from: number) =>
      Array.from({ length: samples }, (_, i) =>
        Array.from({ length: 40 }, (_, j) => (j >= from && j < from + 30 && j % 3 === i % 3 ? random.below(3) : 0)),
      )
    const train = words(60, 0)
    const model = await trainModel({ words: train }, await cluster({ words: train }, { clusters: 3 }))
    const unheard = Array.from({ length: 40 }, (_, j) => (j >= 30 ? 2 : 0))
    const found = await assign(model, { words: [train[0], unheard] })
    expect(Array.from(found.memberships.data.subarray(3))).toEqual([1 / 3, 1 / 3, 1 / 3])
    expect(found.confidence[1]).toBe(0)
    expect(found.warnings).toEqual([
      '1 of 2 samples say nothing that the model knows: they belong to all clusters alike, and their label means nothing',
    ])
  })

  it('stops when asked to and reports progress', async () => {
    const { model } = await modelOf('consensus')
    const stages = new Set<string>()
    await assign(model, fresh.views, { onProgress: ({ stage }) => stages.add(stage) })
    expect([...stages]).toEqual(['assigning'])
    await expect(assign(model, fresh.views, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
      'enough',
    )
  })

  it('refuses views of other data in one sentence each', async () => {
    const clustering = await cluster(known.views, { clusters: 3 })
    const names = { colour: ['red', 'green', 'blue', 'grey'] }
    const model = await trainModel(known.views, clustering, { featureNames: names })
    const { shape, colour } = fresh.views
    const refused = async (views: object, message: string, featureNames = {}) => {
      const error = await assign(model, views as never, { featureNames }).catch((reason) => reason)
      expect(error).toBeInstanceOf(InputError)
      expect(error.message).toBe(message)
    }
    await refused(
      { sound: shape },
      'sound: is no view of the model, whose views are "shape", "colour": give the new samples in those',
    )
    await refused(
      { shape: colour },
      "shape: has 4 features but the model's view of that name has 6, give the same features in the same order",
    )
    await refused(
      { colour },
      'colour: has "blue" as feature 1 where the model has "green", give the same features in the same order',
      { colour: ['red', 'blue', 'green', 'grey'] },
    )
    await refused({}, 'views: no view given, give at least one')
    expect((await assign(model, { colour }, { featureNames: names })).labels).toHaveLength(60)
  })

  it('is not told anything by a view that was the same for all training samples', async () => {
    const constant = (samples: number) => ({ data: new Float64Array(samples * 2).fill(1), samples, features: 2 })
    const views = { ...known.views, constant: constant(90) }
    const model = await trainModel(views, await cluster(views, { clusters: 3 }))
    const found = await assign(model, { ...fresh.views, constant: constant(60) })
    expect(score(fresh.truth, Array.from(found.labels)).acc).toBe(1)
    await expect(assign(model, { constant: constant(60) })).rejects.toThrow(/^constant: told the clusters nothing/)
  })
})
