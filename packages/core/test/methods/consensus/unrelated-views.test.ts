import { cluster } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { Kernels } from '../../../src/kernels/kernels.ts'
import { fromRows } from '../../../src/linalg/matrix.ts'
import { commonNeighbours } from '../../../src/methods/consensus/common-neighbours.ts'
import { readyViews } from '../../../src/methods/consensus/ready-views.ts'
import { unrelatedViews } from '../../../src/methods/consensus/unrelated-views.ts'
import { viewGraphs } from '../../../src/methods/consensus/view-graphs.ts'
import { normal } from '../../../src/random/normal.ts'
import { Random } from '../../../src/random/random.ts'
import { drain } from '../../../src/steps.ts'

/** Samples of three groups with `noise` about them, in `features` dimensions. */
function grouped(random: Random, samples: number, features: number, noise: number): number[][] {
  const centres = Array.from({ length: 3 }, () => Array.from({ length: features }, () => 3 * normal(random)))
  return Array.from({ length: samples }, (_, i) => centres[i % 3].map((centre) => centre + noise * normal(random)))
}

const noise = (random: Random, samples: number, features: number, draw: (random: Random) => number) =>
  Array.from({ length: samples }, () => Array.from({ length: features }, () => draw(random)))

const warnings = async (views: Record<string, number[][]>, effort: 'fast' | 'full' = 'fast') =>
  (await cluster(views, { clusters: 3, effort })).warnings

describe('views that have nothing in common', () => {
  it('are called so: noise of any kind, whatever its number of features', async () => {
    for (const seed of [1, 2, 3]) {
      const random = new Random(seed)
      const views = {
        normal: noise(random, 120, 30, normal),
        uniform: noise(random, 120, 2, (r) => r.uniform()),
        rare: noise(random, 120, 40, (r) => (r.uniform() < 0.1 ? 1 + r.below(5) : 0)),
      }
      expect(await warnings(views)).toEqual([expect.stringMatching(/^the views do not support 3 clusters: /)])
    }
  })

  it('are called so where each has groups of its own but the samples are not matched', async () => {
    const random = new Random(4)
    const first = grouped(random, 150, 5, 0.5)
    const second = grouped(random, 150, 5, 0.5)
    const order = random.permutation(150)
    const shuffled = second.map((_, i) => second[order[i]])
    expect((await warnings({ first, shuffled })).join()).toMatch(/or their samples are not matched/)
    expect(await warnings({ first, second })).toEqual([])
  })

  it('do not make one view alone suspicious, nor samples too few to tell', async () => {
    const random = new Random(5)
    expect(await warnings({ only: noise(random, 60, 5, normal) })).toEqual([])
    const few = { a: noise(random, 9, 3, normal), b: noise(random, 9, 3, normal) }
    expect((await warnings(few)).filter((text) => /support|in common/.test(text))).toEqual([])
  })

  it('are named where the others have something in common', async () => {
    const random = new Random(6)
    const views = {
      a: grouped(random, 150, 6, 1),
      b: grouped(random, 150, 6, 1),
      hum: noise(random, 150, 8, normal),
    }
    const order = Array.from(random.permutation(150))
    const unmatched = { a: views.a, b: views.b, hum: order.map((i) => views.a[i]) }
    expect(await warnings(unmatched)).toEqual([
      expect.stringMatching(/^view "hum" has no more neighbours in common .* weight of 0 leaves it out$/),
    ])
    const { warnings: without } = await cluster(unmatched, { clusters: 3, effort: 'fast', viewWeights: { hum: 0 } })
    expect(without).toEqual([])
  })

  it('count for nothing where they have no groups of their own either, unless a weight is told', async () => {
    const kernels = await Kernels.load()
    const random = new Random(6)
    const [a, b] = [grouped(random, 150, 6, 1), grouped(random, 150, 6, 1)]
    const kinds = { normal: noise(random, 150, 40, normal), uniform: noise(random, 150, 3, (r) => r.uniform()) }
    const places = Uint32Array.from({ length: 150 }, (_, i) => i)
    const order = { views: Uint32Array.of(0, 1, 2), samples: places, twins: places }
    const graphsOf = (all: number[][][], weigh = true) => {
      const views = all.map((rows, v) => ({ name: `view ${v}`, weight: 1, present: null, data: fromRows(rows) }))
      const ready = drain(readyViews(kernels, { views, order }, new Random(1)))
      return drain(viewGraphs(kernels, ready, 10, new Random(9), weigh))
    }
    const { graphs, features, outliers } = graphsOf([a, b])
    for (const hum of Object.values(kinds)) {
      expect(graphsOf([a, b, hum])).toMatchObject({ weights: [1, 1, 0], graphs, features, outliers })
      expect(graphsOf([a, b, hum], false).weights).toEqual([1, 1, 1])
      const { warnings: said } = await cluster({ a, b, hum }, { clusters: 3, effort: 'fast' })
      expect(said).toEqual([expect.stringMatching(/^view "hum" .* no groups of its own: it is noise and was left out/)])
    }
    // Groups of its own, of other samples: that is no noise.
    const others = Array.from(random.permutation(150))
    expect(graphsOf([a, b, others.map((i) => a[i])]).weights).toEqual([1, 1, 1])
  })

  it('are judged by the samples that have them', async () => {
    const kernels = await Kernels.load()
    const random = new Random(10)
    const places = Uint32Array.from({ length: 200 }, (_, i) => i)
    const order = { views: Uint32Array.of(0), samples: places, twins: places }
    const present = Uint8Array.from(places, () => (random.uniform() < 0.4 ? 1 : 0))
    const isNoise = (rows: number[][], marks: Uint8Array | null) => {
      const data = fromRows(rows.map((row, i) => row.map((value) => value * present[i])))
      const [view] = drain(
        readyViews(kernels, { views: [{ name: 'view', weight: 1, present: marks, data }], order }, new Random(1)),
      )
      return drain(view.isNoise!(view.ready.present))
    }
    const word = (i: number, j: number) => (random.uniform() < (j % 4 === i % 4 ? 0.25 : 0.05) ? 1 : 0)
    const words = Array.from(places, (i) => Array.from({ length: 200 }, (_, j) => word(i, j)))
    expect(isNoise(noise(random, 200, 8, normal), present)).toBe(true)
    expect(isNoise(words, present)).toBe(false)
    // Documents without a word say as little.
    expect(isNoise(words, null)).toBe(false)
  })

  it('are told from views that share two clusters where most samples lack one of them, noise is not', async () => {
    const random = new Random(11)
    const twoGroups = () => noise(random, 600, 12, normal).map((row, i) => row.map((value) => value + 2 * (i % 2)))
    const has = Array.from({ length: 600 }, (_, i) => [i % 8 < 5, i % 8 === 0 || i % 8 === 3 || i % 8 > 4])
    const said = async (views: number[][][]) => {
      const given = views.map((rows, v) => rows.map((row, i) => (has[i][v] ? row : row.map(() => NaN))))
      const { warnings } = await cluster({ a: given[0], b: given[1] }, { clusters: 2, effort: 'fast' })
      return warnings.filter((text) => text.startsWith('the views do not support'))
    }
    expect(await said([twoGroups(), twoGroups()])).toEqual([])
    expect(await said([noise(random, 600, 12, normal), noise(random, 600, 12, normal)])).toHaveLength(1)
  })

  it('are seen in every order of the samples and views', async () => {
    const random = new Random(7)
    const [a, b] = [noise(random, 80, 4, normal), noise(random, 80, 6, normal)]
    const order = Array.from(random.permutation(80))
    const turned = { b: order.map((i) => b[i]), a: order.map((i) => a[i]) }
    expect(await warnings(turned)).toEqual(await warnings({ a, b }))
  })

  it('are told from views that share two clusters and nothing else, however many samples there are', () => {
    for (const samples of [2000, 60_000]) {
      const random = new Random(8)
      const shared = () => drawnNeighbours(samples, 2, random)
      const unrelated = (a: ReturnType<typeof shared>, b: ReturnType<typeof shared>) =>
        unrelatedViews(2, drain(commonNeighbours([a, b], samples)))
      expect(unrelated(shared(), shared())).toEqual([false, false])
      expect(unrelated(shared(), drawnNeighbours(samples, 1, random))).toEqual([true, true])
    }
  })
})

/** Ten neighbours of each sample, drawn from its own of some clusters of equal size: sample i is in cluster i mod `clusters`. */
function drawnNeighbours(samples: number, clusters: number, random: Random) {
  const count = 10
  const indices = new Int32Array(samples * count)
  for (let p = 0; p < indices.length; p++) {
    const cluster = Math.floor(p / count) % clusters
    indices[p] = clusters * random.below(samples / clusters) + cluster
  }
  const neighbours = { samples, count, indices, squaredDistances: new Float64Array(indices.length) }
  return { neighbours, place: Uint32Array.from({ length: samples }, (_, i) => i) }
}
