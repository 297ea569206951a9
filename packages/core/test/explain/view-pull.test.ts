import { cluster, explain } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/numerics/random/random.ts'

/** 90 samples in three groups by position: `shows` gives which group a view shows each sample in. */
function seen(random: Random, shows: (i: number) => number): number[][] {
  return Array.from({ length: 90 }, (_, i) =>
    Array.from({ length: 5 }, (_, j) => (j === shows(i) ? 4 : 0) + random.uniform()),
  )
}

describe('where each view pulls', () => {
  it('a view that shows the groups pulls each sample to its own, one that shows a sample elsewhere pulls it there', async () => {
    const random = new Random(3)
    const truth = (i: number) => Math.floor(i / 30)
    const stray = (i: number) => (i < 4 ? 2 : truth(i))
    const views = {
      first: seen(random, truth),
      second: seen(random, truth),
      stray: seen(random, stray),
      noise: Array.from({ length: 90 }, () => Array.from({ length: 5 }, () => random.uniform())),
    }
    const clustering = await cluster(views, { clusters: 3, method: 'kmeans' })
    const { labels } = clustering
    expect(new Set(labels.subarray(0, 30)).size).toBe(1)
    const found = await explain(views, clustering)
    expect(found.views.map(({ name }) => name)).toEqual(['first', 'second', 'stray', 'noise'])
    const [first, , strayed, noise] = found.views
    expect([...first.leaning]).toEqual([...labels])
    expect(Math.min(...first.strength)).toBeGreaterThan(0.5)
    expect(mean(first.strength)).toBeGreaterThan(0.9)
    for (let i = 0; i < 4; i++) expect(strayed.leaning[i]).toBe(labels[89])
    expect([...strayed.leaning.subarray(4)]).toEqual([...labels.subarray(4)])
    expect(mean(noise.strength)).toBeLessThan(0.25)
  })

  it('takes out what the size of a cluster gives by chance', async () => {
    const random = new Random(5)
    const noise = Array.from({ length: 300 }, () => [random.uniform(), random.uniform(), random.uniform()])
    const clustering = await cluster({ noise }, { clusters: 2, method: 'kmeans' })
    // Nine of ten samples in cluster 0, whatever the view shows.
    const labels = Int32Array.from({ length: 300 }, (_, i) => (i % 10 === 0 ? 1 : 0))
    const { views } = await explain({ noise }, { ...clustering, labels })
    // By plain majority every sample would lean to cluster 0.
    const toSmall = views[0].leaning.filter((cluster) => cluster === 1).length
    expect(toSmall).toBeGreaterThan(60)
    expect(toSmall).toBeLessThan(240)
    expect(mean(views[0].strength)).toBeLessThan(0.5)
  })

  it('finds the own cluster where it has fewer samples than there are neighbours', async () => {
    const random = new Random(6)
    const view = Array.from({ length: 64 }, (_, i) =>
      [0, 1, 2].map((j) => (i < 4 && j === 0 ? 9 : 0) + random.uniform()),
    )
    const clustering = await cluster({ view }, { clusters: 2, method: 'kmeans' })
    const labels = Int32Array.from({ length: 64 }, (_, i) => (i < 4 ? 1 : 0))
    const { views } = await explain({ view }, { ...clustering, labels })
    expect([...views[0].leaning.subarray(0, 4)]).toEqual([1, 1, 1, 1])
  })

  it('says nothing of samples that lack the view, and counts them nowhere', async () => {
    const random = new Random(8)
    const truth = (i: number) => Math.floor(i / 30)
    const whole = { data: seen(random, truth).flat(), samples: 90, features: 5 }
    const part = {
      ...whole,
      data: seen(random, truth).flat(),
      present: Array.from({ length: 90 }, (_, i) => i % 3 > 0),
    }
    // Whatever stands in the rows of absent samples must not matter.
    part.data = part.data.map((value, p) => (Math.floor(p / 5) % 3 > 0 ? value : 1e6))
    const clustering = await cluster({ whole, part }, { clusters: 3, effort: 'fast' })
    const { views, support, clusters, map } = await explain({ whole, part }, clustering)
    expect(Array.from(views[1].leaning, (cluster) => cluster < 0)).toEqual(
      Array.from({ length: 90 }, (_, i) => i % 3 === 0),
    )
    expect(views[0].leaning.every((cluster) => cluster >= 0)).toBe(true)
    expect(support[1]).toBeGreaterThan(0.8)
    for (const { features } of clusters)
      for (const { meanInside, meanOutside } of features.part)
        expect(Math.max(meanInside, meanOutside)).toBeLessThan(10)
    expect(map.data.every(Number.isFinite)).toBe(true)
  })

  it('says nothing where a view is constant or a sample has no words in it', async () => {
    const random = new Random(7)
    const words = Array.from({ length: 40 }, (_, i) =>
      Array.from({ length: 12 }, (_, j) =>
        i > 0 && Math.floor(j / 6) === i % 2 && random.uniform() < 0.8 ? 1 + j : 0,
      ),
    )
    const flat = words.map(() => [1, 1])
    const clustering = await cluster({ words, flat }, { clusters: 2, method: 'kmeans' })
    const { views } = await explain({ words, flat }, clustering)
    expect(views[0].leaning[0]).toBe(-1)
    expect(views[0].leaning.subarray(1).every((cluster) => cluster >= 0)).toBe(true)
    expect(views[1].leaning.every((cluster) => cluster === -1)).toBe(true)
    expect(views[1].strength.every((share) => share === 0)).toBe(true)
  })
})

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
