import { cluster } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { clusterWarnings } from '../../src/consensus/warnings.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'

/** Clusters of a size and a confidence that all their samples have. */
function clustering(clusters: readonly [number, number][]) {
  return {
    labels: Int32Array.from(clusters.flatMap(([size], j) => new Array<number>(size).fill(j))),
    confidence: Float64Array.from(clusters.flatMap(([size, sure]) => new Array<number>(size).fill(sure))),
  }
}

const said = (clusters: readonly [number, number][]) =>
  clusterWarnings(clustering(clusters), clusters.length, 10, singleProcess)

describe('clusters that are not sure', () => {
  it('are named where a few stray samples were made a cluster', () => {
    expect(
      said([
        [200, 0.9],
        [3, 0.11],
      ]),
    ).toEqual([
      'cluster 1 holds 3 samples and is weak (mean confidence 0.11): stray samples may be no group, and with fewer clusters they join others',
    ])
  })

  it('share one sentence where they are many and small', () => {
    expect(
      said([
        [200, 0.9],
        [3, 0.3],
        [2, 0.2],
        [1, 0.4],
      ]),
    ).toEqual([
      expect.stringMatching(/^cluster 2 holds 2 samples and is weak \(mean confidence 0\.20\), and so are 2 more: /),
    ])
  })

  it('are named whatever their size where their samples might as well be elsewhere', () => {
    expect(
      said([
        [200, 0.9],
        [50, 0.05],
      ]),
    ).toEqual(['cluster 1 (50 samples) has mean confidence 0.05: its samples might as well be elsewhere'])
  })

  it('are not those that are small and sure, nor those that are large and fair', () => {
    expect(
      said([
        [200, 0.3],
        [3, 0.8],
        [10, 0.5],
        [11, 0.2],
      ]),
    ).toEqual([])
  })
})

type Rows = number[][]
const rows = (samples: number, features: number, draw: (i: number, j: number) => number): Rows =>
  Array.from({ length: samples }, (_, i) => Array.from({ length: features }, (_, j) => draw(i, j)))

/** Samples of `groups` groups, i mod `groups` each, with `noise` about centres `apart` from the origin. */
function grouped(random: Random, groups: number, samples: number, features: number, noise = 1, apart = 3): Rows {
  const centres = rows(groups, features, () => apart * normal(random))
  return rows(samples, features, (i, j) => centres[i % groups][j] + noise * normal(random))
}

const warningsOf = async (views: Record<string, Rows>, options: object = {}) =>
  (await cluster(views, { clusters: 3, effort: 'fast', runtime: { threads: 1 }, ...options })).warnings

describe('one view that may not support the clusters', () => {
  const unsupported = async (view: Rows, clusters: number) =>
    (await warningsOf({ view }, { clusters, effort: 'full' })).some((text) =>
      text.startsWith(`the view may not support ${clusters} clusters: `),
    )

  it('is one of normal, uniform and sparse noise', async () => {
    const random = new Random(3)
    const noise = {
      normal: rows(200, 20, () => normal(random)),
      uniform: rows(200, 3, () => random.uniform()),
      sparse: rows(200, 40, () => (random.uniform() < 0.15 ? 1 + random.below(4) : 0)),
    }
    for (const [kind, view] of Object.entries(noise)) expect(await unsupported(view, 3), kind).toBe(true)
  })

  it.each([
    [2, 2, 4],
    [5, 2, 5],
    [2, 10, 1.5],
    [6, 10, 1.5],
    [3, 40, 1],
  ])(
    'is not one of %i clusters in %i dimensions, %f deviations about the origin',
    async (clusters, features, apart) => {
      expect(await unsupported(grouped(new Random(7), clusters, 150, features, 1, apart), clusters)).toBe(false)
    },
  )

  it('is none of few samples or one feature, nor one of words where many documents have none', async () => {
    const random = new Random(5)
    expect(
      await unsupported(
        rows(20, 5, () => normal(random)),
        2,
      ),
    ).toBe(false)
    expect(
      await unsupported(
        rows(100, 1, () => normal(random)),
        3,
      ),
    ).toBe(false)
    const has = Uint8Array.from({ length: 200 }, () => random.below(2))
    const words = rows(200, 200, (i, j) => (has[i] && random.uniform() < (j % 4 === i % 4 ? 0.25 : 0.05) ? 1 : 0))
    expect(await unsupported(words, 8)).toBe(false)
  })
})

describe('views that have nothing in common', () => {
  const noise = (random: Random, samples: number, features: number) => rows(samples, features, () => normal(random))

  it.each([1, 2, 3])(
    'may not support the clusters where each is noise, of any kind and number of features (seed %i)',
    async (seed) => {
      const random = new Random(seed)
      const views = {
        normal: noise(random, 120, 30),
        uniform: rows(120, 2, () => random.uniform()),
        rare: rows(120, 40, () => (random.uniform() < 0.1 ? 1 + random.below(5) : 0)),
      }
      const said = await warningsOf(views)
      expect(said).toEqual([expect.stringMatching(/^the views may not support 3 clusters: in none of them /)])
      const order = Array.from(random.permutation(120))
      const turned = Object.entries(views)
        .reverse()
        .map(([name, view]) => [name, order.map((i) => view[i])])
      expect(await warningsOf(Object.fromEntries(turned))).toEqual(said)
    },
  )

  it('are said to show different groups, or not to be matched, where any has groups of its own', async () => {
    const random = new Random(4)
    const [first, second] = [grouped(random, 3, 150, 5, 0.5), grouped(random, 3, 150, 5, 0.5)]
    const shuffled = Array.from(random.permutation(150), (i) => second[i])
    for (const other of [shuffled, noise(random, 150, 8)])
      expect((await warningsOf({ first, other })).filter((text) => text.includes('views'))).toEqual([
        expect.stringMatching(
          /^no two views have .* they may show different groups, or their samples may not be matched/,
        ),
      ])
    expect(await warningsOf({ first, second })).toEqual([])
  })

  it('are not said to be so where samples are too few to tell', async () => {
    const random = new Random(5)
    const few = await warningsOf({ a: noise(random, 9, 3), b: noise(random, 9, 3) })
    expect(few.filter((text) => /support|in common/.test(text))).toEqual([])
  })

  it('are named and left out where the others have something in common, unless weights are given', async () => {
    const random = new Random(6)
    const [a, b] = [grouped(random, 3, 150, 6), grouped(random, 3, 150, 6)]
    const order = Array.from(random.permutation(150))
    for (const hum of [noise(random, 150, 8), order.map((i) => a[i])]) {
      expect(await warningsOf({ a, b, hum })).toEqual([
        expect.stringMatching(
          /^view "hum" has no more neighbours in common .* it was left out, .* a weight of 1 counts it$/,
        ),
      ])
      expect(await warningsOf({ a, b, hum }, { viewWeights: { hum: 1 } })).toEqual([
        expect.stringMatching(/^view "hum" has no more neighbours in common .* a weight of 0 leaves it out$/),
      ])
      expect(await warningsOf({ a, b, hum }, { viewWeights: { hum: 0 } })).toEqual([])
    }
  })
})
