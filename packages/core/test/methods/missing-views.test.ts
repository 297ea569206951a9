import { type ClusterOptions, cluster, InputError, type View } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { methods } from '../../src/methods/methods.ts'
import { adjustedRandIndex } from '../../src/metrics/scores.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'

const SAMPLES = 60
const truth = Array.from({ length: SAMPLES }, (_, i) => i % 3)
const able = methods.filter(({ missingViews }) => missingViews)
const features = [6, 9, 5]

/** Settings with which a method can tell a few clear clusters apart. */
const suited: Record<string, Record<string, number | string>> = { dstl: { lambda1: 1, lambda2: 0.1 } }

interface Masked {
  data: number[]
  samples: number
  features: number
  present?: number[]
}

/** Three views of three clear clusters; `masks` say who has which. */
function views(masks?: number[][], order = Array.from({ length: SAMPLES }, (_, i) => i)): Masked[] {
  const random = new Random(4)
  return features.map((count, v) => {
    const centres = Array.from({ length: 3 * count }, () => 4 * normal(random))
    const rows = truth.map((c) => Array.from({ length: count }, (_, j) => centres[c * count + j] + normal(random)))
    return {
      data: order.flatMap((i) => rows[i]),
      samples: SAMPLES,
      features: count,
      ...(masks ? { present: order.map((i) => masks[v][i]) } : {}),
    }
  })
}

/** Every pair taken away with probability `share`; every sample keeps one. */
function randomMasks(share: number, seed = 1): number[][] {
  const random = new Random(seed)
  const masks = features.map(() => truth.map(() => (random.uniform() < share ? 0 : 1)))
  truth.forEach((_, i) => {
    if (masks.every((mask) => mask[i] === 0)) masks[random.below(masks.length)][i] = 1
  })
  return masks
}

const ones = () => truth.map(() => 1)

describe.each(able.map((method) => [method.name, method] as const))('%s, where samples lack views', (name, method) => {
  const fit = (input: View[], options: Partial<ClusterOptions> = {}) =>
    cluster(input, { clusters: 3, method, ...suited[name], ...options })

  it('gives the same bytes for a mask of nothing but ones as without a mask', async () => {
    const { seconds: _, ...plain } = await fit(views())
    const { seconds: __, ...masked } = await fit(views([ones(), ones(), ones()]))
    expect(masked).toEqual(plain)
  })

  it('does not read the values of a view that a sample lacks', async () => {
    const masks = randomMasks(0.3)
    const { seconds: _, ...first } = await fit(views(masks))
    const spoilt = views(masks).map((view, v) => ({
      ...view,
      data: view.data.map((x, p) => (masks[v][Math.floor(p / view.features)] ? x : Number.NaN)),
    }))
    const { seconds: __, ...second } = await fit(spoilt)
    expect(second).toEqual(first)
    const { seconds: ___, ...rows } = await fit(spoilt.map(({ present: ____, ...view }) => view))
    expect(rows).toEqual(first)
  })

  it('gives the same bytes for the same seed, and records who has what', async () => {
    const { seconds: _, ...first } = await fit(views(randomMasks(0.3)), { seed: 3 })
    const { seconds: __, ...second } = await fit(views(randomMasks(0.3)), { seed: 3 })
    expect(second).toEqual(first)
    expect(first.coverage!.patterns.reduce((sum, { samples }) => sum + samples, 0)).toBe(SAMPLES)
  })

  it('finds clear clusters although a third of all pairs is missing', async () => {
    const order = Array.from({ length: SAMPLES }, (_, i) => i)
    // A method that reads the order gets the one it was made for.
    if (!method.orderFree) order.sort((a, b) => truth[a] - truth[b] || a - b)
    const { labels } = await fit(views(randomMasks(1 / 3), order))
    expect(
      adjustedRandIndex(
        order.map((i) => truth[i]),
        labels,
      ),
    ).toBeGreaterThan(0.9)
  })

  it('ends soundly with one sample in one view, a view of two samples, and one of a single sample', async () => {
    const alone = randomMasks(0.2)
    for (let v = 0; v < 3; v++) alone[v][7] = Number(v === 1)
    const few = (count: number) => truth.map((_, i) => Number(i < count))
    for (const masks of [alone, [ones(), ones(), few(2)], [ones(), few(2), few(1)]]) {
      const { labels, memberships, confidence } = await fit(views(masks))
      expect(labels.every((label) => label >= 0 && label < 3)).toBe(true)
      for (const value of memberships?.data ?? []) expect(Number.isFinite(value)).toBe(true)
      for (const value of confidence ?? []) expect(value >= 0 && value <= 1).toBe(true)
    }
  })
})

describe('consensus, where samples lack views', () => {
  const fit = (input: View[], options: Partial<ClusterOptions> = {}) => cluster(input, { clusters: 3, ...options })

  it('gives the same partition for any order of the samples', async () => {
    const masks = randomMasks(0.4)
    const straight = await fit(views(masks), { seed: 2 })
    for (let seed = 0; seed < 3; seed++) {
      const order = Array.from(new Random(seed).permutation(SAMPLES))
      const { labels } = await fit(views(masks, order), { seed: 2 })
      expect(Array.from(labels)).toEqual(order.map((i) => straight.labels[i]))
    }
  })

  it('gives the same partition joined by id as with masks', async () => {
    const masks = randomMasks(0.3)
    // The first view has every sample, so that the join keeps the order.
    masks[0] = ones()
    const byMask = await fit(views(masks))
    const byId = views().map((view, v) => {
      const kept = truth.flatMap((_, i) => (masks[v][i] ? [i] : []))
      return {
        data: kept.flatMap((i) => view.data.slice(i * view.features, (i + 1) * view.features)),
        samples: kept.length,
        features: view.features,
        ids: kept.map((i) => `sample ${i}`),
      }
    })
    const joined = await fit(byId, { join: 'outer' })
    expect(joined.labels).toEqual(byMask.labels)
    expect(joined.coverage).toEqual(byMask.coverage)
    await expect(fit(byId)).rejects.toThrow(InputError)
  })

  it('tells a sample that lacks a view from one whose values there are zero', async () => {
    const input = views()
    for (const i of [0, 3]) input[2].data.fill(0, i * 5, i * 5 + 5)
    for (const v of [0, 1])
      input[v].data.splice(3 * input[v].features, input[v].features, ...input[v].data.slice(0, input[v].features))
    const present = ones()
    present[3] = 0
    const { labels } = await fit([input[0], input[1], { ...input[2], present }])
    expect(labels).toHaveLength(SAMPLES)
  })

  it('works fast and with a weight of 0 for the only view that some samples have', async () => {
    const masks = randomMasks(0.3)
    for (let v = 0; v < 3; v++) masks[v][5] = Number(v === 2)
    const { labels } = await fit(views(masks), { effort: 'fast', viewWeights: { 'view 3': 0 } })
    expect(new Set(labels).size).toBe(3)
  })
})

describe('dstl in a graph basis, where samples lack views', () => {
  it('finds clear clusters although a third of all pairs is missing, for any order of the samples', async () => {
    const masks = randomMasks(1 / 3)
    const options = { clusters: 3, method: 'dstl', transform: 'graph' } as const
    const straight = await cluster(views(masks), options)
    expect(adjustedRandIndex(truth, straight.labels)).toBeGreaterThan(0.9)
    const order = Array.from(new Random(8).permutation(SAMPLES))
    const { labels } = await cluster(views(masks, order), options)
    expect(Array.from(labels)).toEqual(order.map((i) => straight.labels[i]))
  })
})

describe('methods that need every view of every sample', () => {
  const masks = [ones(), randomMasks(0.3)[1], ones()]
  const lacking = masks[1].filter((mark) => mark === 0).length

  it.each(methods.filter((method) => !able.includes(method)))(
    '$name says so in one sentence before it begins, and names those that do not',
    async (method) => {
      await expect(cluster(views(masks), { clusters: 3, method })).rejects.toThrow(
        `method: "${method.name}" needs every view of every sample but ${lacking} of 60 samples lack one, choose ${able.map(({ name }) => name).join(' or ')}`,
      )
    },
  )
})
