import { type ClusterOptions, cluster, type Views } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { adjustedRandIndex } from '../../src/metrics/scores.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'

type Rows = number[][]

/** `size` samples around each of `clusters` centres in every view. */
function blobs(
  clusters: number,
  size: number,
  features: number[],
  spread = 1,
  seed = 1,
): { views: Rows[]; truth: number[] } {
  const random = new Random(seed)
  const truth = Array.from({ length: clusters * size }, (_, i) => i % clusters)
  const views = features.map((count) => {
    const centres = Array.from({ length: clusters }, () => Array.from({ length: count }, () => 5 * normal(random)))
    return truth.map((c) => centres[c].map((x) => x + spread * normal(random)))
  })
  return { views, truth }
}

const fit = (views: Views, clusters: number, options: Partial<ClusterOptions> = {}) =>
  cluster(views, { clusters, method: 'consensus', ...options })

function permuted(views: Rows[], order: Uint32Array): Rows[] {
  return views.map((rows) => Array.from(order, (i) => rows[i]))
}

describe('consensus', () => {
  it('gives the same labels, memberships and embedding bit for bit for any order of the samples', async () => {
    const { views } = blobs(4, 14, [6, 9], 4)
    const [first, second] = views
    // Twins, triplets, rows that differ in the last bit, and rows that tie in one view only.
    for (const [from, to] of [
      [0, 5],
      [0, 9],
      [3, 20],
    ])
      [first[to], second[to]] = [first[from], second[from]]
    for (const i of [30, 31]) [first[i], second[i]] = [first[29].map((x) => x * (1 + (i - 29) * 2.3e-16)), second[29]]
    first[40] = first[41]
    const straight = await fit(views, 4, { seed: 3 })
    for (let seed = 0; seed < 6; seed++) {
      const order = new Random(seed).permutation(first.length)
      const found = await fit(permuted(views, order), 4, { seed: 3 })
      expect(found.labels).toEqual(straight.labels.map((_, i) => straight.labels[order[i]]))
      expect(found.confidence).toEqual(straight.confidence!.map((_, i) => straight.confidence![order[i]]))
      for (const part of ['memberships', 'embedding'] as const) {
        const { columns, data } = straight[part]!
        const moved = Array.from(order, (i) => Array.from(data.subarray(i * columns, (i + 1) * columns))).flat()
        expect(Array.from(found[part]!.data)).toEqual(moved)
      }
    }
    expect(straight.labels[5]).toBe(straight.labels[0])
    expect(straight.labels[20]).toBe(straight.labels[3])
  })

  it('gives the same partition for any order of the views, and for other names and ids', async () => {
    const { views } = blobs(3, 12, [5, 5, 8], 3)
    const straight = await fit({ a: views[0], b: views[1], c: views[2] }, 3)
    const turned = await fit({ z: views[2], y: views[0], x: views[1] }, 3)
    expect(turned.labels).toEqual(straight.labels)
  })

  it('finds clusters that only all views together show', async () => {
    const { views, truth } = blobs(6, 20, [4, 4], 1, 7)
    // Each view merges two pairs of clusters that the other tells apart.
    const merged = [views[0].map((row, i) => (truth[i] === 1 ? views[0][i - 1].map((x) => x + 0.01) : row)), views[1]]
    const { labels } = await fit(merged, 6)
    expect(adjustedRandIndex(truth, labels)).toBe(1)
  })

  it('numbers clusters by size and explains itself', async () => {
    const { views } = blobs(3, 20, [5, 6])
    const cut = views.map((rows) => rows.filter((_, i) => i % 3 !== 0 || i < 15))
    const found = await fit({ first: cut[0], second: cut[1] }, 3)
    const sizes = [0, 1, 2].map((j) => found.labels.filter((label) => label === j).length)
    expect(sizes).toEqual([20, 20, 5])
    expect(found.memberships!.columns).toBe(3)
    for (let i = 0; i < 45; i++)
      expect(found.memberships!.data.subarray(3 * i, 3 * i + 3).reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 12)
    expect(found.confidence!.every((value) => value >= 0 && value <= 1)).toBe(true)
    const graphs = found.details.graphs as Record<string, { weight: number; stability: number }>
    expect(Object.keys(graphs)).toEqual(['both', 'union', 'joint'])
    const weights = Object.values(graphs).map(({ weight }) => weight)
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(3, 12)
  })

  it('finds groups along a line: little, medium and much of everything', async () => {
    const random = new Random(4)
    const truth = Array.from({ length: 90 }, (_, i) => i % 3)
    const table = truth.map((group) => Array.from({ length: 10 }, () => 2 * group + normal(random)))
    const { labels } = await fit({ table }, 3)
    expect(adjustedRandIndex(truth, labels)).toBeGreaterThan(0.95)
  })

  it('has a fast mode that clusters once', async () => {
    const { views, truth } = blobs(4, 25, [6, 6])
    const found = await fit(views, 4, { effort: 'fast' })
    expect(adjustedRandIndex(truth, found.labels)).toBe(1)
    expect(found.memberships!.columns).toBe(4)
    expect(found.confidence!.every((value) => value > 0 && value <= 1)).toBe(true)
  })

  it('weighs views as told and refuses views that are not there', async () => {
    const { views, truth } = blobs(3, 20, [5])
    const random = new Random(2)
    const noise = truth.map(() => Array.from({ length: 5 }, () => normal(random)))
    const found = await fit({ signal: views[0], noise }, 3, { viewWeights: { noise: 0 } })
    expect(adjustedRandIndex(truth, found.labels)).toBe(1)
    expect(found.viewWeights).toEqual({ signal: 1, noise: 0 })
    const alone = await fit({ signal: views[0] }, 3)
    expect(found.labels).toEqual(alone.labels)
    await expect(fit({ signal: views[0], noise }, 3, { viewWeights: 'sound=2' })).rejects.toThrow(
      'viewWeights: there is no view "sound", the views are',
    )
    await expect(fit({ signal: views[0] }, 3, { viewWeights: 'signal=0' })).rejects.toThrow('all views weigh 0')
    await expect(fit({ signal: views[0] }, 3, { viewWeights: 'signal' })).rejects.toThrow(
      'give a number of at least 0 by view',
    )
  })

  it('takes a view and its repetition for one, with a warning, unless weights are given', async () => {
    const { views } = blobs(3, 20, [6, 5], 5, 3)
    const [first, second] = views
    const again = first.map((row) => row.map((x) => 3 * x + 1))
    const found = await fit({ first, second, again }, 3, { seed: 1 })
    expect(found.warnings).toContain(
      'views "again" and "first" name nearly the same neighbours, so they share one weight',
    )
    const weighed = await fit({ first, second, again }, 3, { viewWeights: 'first=1' })
    expect(weighed.warnings.join()).not.toContain('share one weight')
    const few = await fit({ first: first.slice(0, 8), second: second.slice(0, 8) }, 3)
    expect(few.warnings.join()).not.toContain('share one weight')
  })

  it('finds 100 clusters of 16', async () => {
    const { views, truth } = blobs(100, 16, [12, 10], 0.8)
    const { labels } = await fit(views, 100, { effort: 'fast' })
    expect(adjustedRandIndex(truth, labels)).toBeGreaterThan(0.95)
  })
})

describe('consensus at the edges', () => {
  const { views } = blobs(3, 6, [4, 5])

  it('puts all samples into one cluster for k = 1 and each into its own for k = n', async () => {
    const one = await fit(views, 1)
    expect(new Set(one.labels)).toEqual(new Set([0]))
    expect(Array.from(one.memberships!.data)).toEqual(new Array(18).fill(1))
    // Nothing is fitted.
    expect([one.embedding, one.tree]).toEqual([null, undefined])
    const all = await fit(views, 18)
    expect(new Set(all.labels).size).toBe(18)
  })

  it.each([1, 2, 3, 4, 7])('clusters %i more samples than clusters, fewer than it wants neighbours', async (more) => {
    const few = views.map((rows) => rows.slice(0, 2 + more))
    const { labels } = await fit(few, 2)
    expect(new Set(labels).size).toBe(2)
  })

  it('keeps every cluster for any number of clusters', async () => {
    for (let k = 2; k < 18; k++) expect(new Set((await fit(views, k)).labels).size).toBe(k)
  })

  it('splits identical samples only where clusters outnumber distinct samples, and says so', async () => {
    const same = Array.from({ length: 10 }, () => [1, 2, 3])
    const found = await fit([same], 3)
    expect(new Set(found.labels).size).toBe(3)
    expect(found.warnings.join()).toContain('1 distinct among 10 samples')
    const twice = views.map((rows) => [...rows, ...rows])
    const { labels } = await fit(twice, 3)
    for (let i = 0; i < 18; i++) expect(labels[i]).toBe(labels[i + 18])
  })

  it('leaves constant and all-zero views out, with a warning', async () => {
    const constant = views[0].map(() => [1, 1, 1])
    const zero = views[0].map(() => [0, 0, 0, 0])
    const found = await fit({ first: views[0], constant, zero }, 3)
    expect(found.labels).toEqual((await fit({ first: views[0] }, 3)).labels)
    expect(found.warnings).toContain('view "zero" is the same for all samples and was left out')
    expect(found.warnings).toContain('view "constant" is the same for all samples and was left out')
  })

  it.each([1, 2, 3])('clusters a view of %i dimensions', async (features) => {
    const { views: narrow, truth } = blobs(3, 15, [features], 0.2, 5)
    expect(adjustedRandIndex(truth, (await fit(narrow, 3)).labels)).toBe(1)
  })

  it('clusters counts whose rows only differ in length', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => [i < 6 ? 1 + i * 0.01 : 100 + i, 0, 0, 0, 0])
    const { labels } = await fit([rows], 2)
    expect(new Set(labels.slice(0, 6)).size).toBe(1)
    expect(labels[0]).not.toBe(labels[11])
  })

  it('clusters samples that fall apart into more pieces than clusters, and says so', async () => {
    const { views: apart } = blobs(12, 30, [5], 0.001)
    const found = await fit(apart, 3)
    expect(new Set(found.labels).size).toBe(3)
    expect(found.warnings.join()).toContain('falls apart into 12 pieces for 3 clusters')
  })

  it('warns of clusters that hardly hold together', async () => {
    const random = new Random(3)
    const noise = Array.from({ length: 60 }, () => Array.from({ length: 8 }, () => normal(random)))
    const found = await fit([noise], 12)
    const inside = (j: number) => found.confidence!.filter((_, i) => found.labels[i] === j)
    const weak = Array.from({ length: 12 }, (_, j) => inside(j))
      .map((sure, j) => ({ j, size: sure.length, mean: sure.reduce((sum, value) => sum + value, 0) / sure.length }))
      .filter(({ size, mean }) => size <= 10 && mean < 0.5)
      .toSorted((a, b) => a.mean - b.mean)
    expect(weak.length).toBeGreaterThan(1)
    expect(found.warnings.join()).toMatch(new RegExp(`cluster ${weak[0].j} holds ${weak[0].size} samples? and is weak`))
  })

  it('treats rows of words without an entry as absent from that view', async () => {
    const random = new Random(8)
    const words = Array.from({ length: 60 }, (_, i) =>
      Array.from({ length: 12 }, (_, j) => (i % 4 === 3 ? 0 : Number(j % 3 === i % 3 && random.below(2) === 0))),
    )
    const { views: numbers, truth } = blobs(3, 20, [5])
    const { labels } = await fit([words, numbers[0]], 3)
    expect(adjustedRandIndex(truth, labels)).toBe(1)
  })
})
