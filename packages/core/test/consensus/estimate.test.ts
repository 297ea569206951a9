import { cluster } from '@manyview/core'
import { expect, it } from 'vitest'
import { findMethod } from '../../src/methods/methods.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'

const { estimate } = findMethod('consensus')
const options = { effort: 'full', neighbours: 10, sample: null, viewWeights: null }
const size = (samples: number) => ({ samples, features: [100, 100, 100], clusters: 20, options })

it('the estimate grows with the samples, no faster than n^1.1 beyond those that partitions are fitted to', () => {
  const [small, large] = [estimate!(size(1e5)), estimate!(size(1e6))]
  expect(large.seconds / small.seconds).toBeLessThan(10 ** 1.1)
  expect(large.bytes / small.bytes).toBeLessThanOrEqual(10)
  expect(estimate!({ ...size(1e5), options: { ...options, effort: 'fast' } }).seconds).toBeLessThan(small.seconds)
})

it('a fit beyond the memory limit is refused with both numbers before it begins', async () => {
  const views = { one: { data: new Float64Array(400).map((_, p) => p % 7), samples: 100, features: 4 } }
  const fit = cluster(views, { clusters: 3, runtime: { memory: 1000 }, onProgress: () => expect.unreachable() })
  await expect(fit).rejects.toThrow(/graphs and embeddings of 100 samples need [\d.]+ [kM]B but the limit is/)
})

it('a rank of many needs less memory: its part of the views, and of all else beyond 50,000 samples', () => {
  const bytes = (samples: number, ranks: number) => estimate!({ ...size(samples), ranks }).bytes
  for (const samples of [40_000, 1e6]) expect(bytes(samples, 4)).toBeLessThan(bytes(samples, 2))
  // Every rank searches for neighbours among all samples.
  expect(bytes(1e6, 8)).toBeLessThan(bytes(1e6, 1) / 2.5)
})

it('a large view that stays where it lies counts only where it is read often, and in memory', () => {
  const extra = (features: number) => {
    const given = { ...size(1e5), features: [features] }
    return estimate!(given).bytes - estimate!({ ...given, streamed: true }).bytes
  }
  expect(extra(400)).toBe(0)
  // 8 bytes per number, less the functions of a graph (28 · 40 bytes per sample), which come after it.
  expect(extra(4000)).toBe(1e5 * (8 * 4000 - 28 * 40))
})

it('the memory of a view counts on ranks where the part of each is small enough to be held', () => {
  const extra = (ranks: number) => {
    const given = { ...size(1e5), features: [400], ranks }
    return estimate!(given).bytes - estimate!({ ...given, streamed: true }).bytes
  }
  expect(extra(1)).toBe(0)
  expect(extra(2)).toBeGreaterThan((1e5 * 8 * 400) / 2)
})

it('further features of wide views take memory for themselves and for as many further scores', () => {
  const bytes = (features: number) => estimate!({ ...size(1000), features: [features, features] }).bytes
  expect(bytes(100) - bytes(30)).toBeGreaterThan(1000 * 2 * 70 * (8 + 8))
})

it('the search for neighbours takes four times as long for twice the samples, while it compares all pairs', () => {
  const links = (samples: number, scores: number) =>
    estimate!({ ...size(samples), features: [scores] }).parts!.find(({ kind }) => kind === 'links')!.seconds
  const rest = links(1, 1)
  expect((links(4000, 20) - rest) / (links(2000, 20) - rest)).toBeCloseTo(4, 3)
  expect((links(2000, 20) - rest) / (links(2000, 10) - rest)).toBeCloseTo(2, 3)
})

it.each([
  { effort: 'full', clusters: 3 },
  { effort: 'fast', clusters: 3 },
  { effort: 'full', clusters: { from: 2, to: 5 } },
] as const)('a fit goes through the stages of its parts in their order: %o', async ({ effort, clusters }) => {
  const random = new Random(1)
  const view = () => ({
    data: Float64Array.from({ length: 240 * 12 }, (_, p) => 3 * (Math.floor(p / 12) % 3) + normal(random)),
    samples: 240,
    features: 12,
  })
  const stages: string[] = []
  const onProgress = ({ stage }: { stage: string }) => stages.push(stage)
  await cluster({ one: view(), two: view() }, { clusters, effort, runtime: { threads: 1 }, onProgress })
  const most = typeof clusters === 'number' ? {} : { most: clusters.to }
  const given = { samples: 240, features: [12, 12], clusters: 3, options: { ...options, effort }, ...most }
  const { parts } = estimate!(given)
  // No part has these, which take next to nothing.
  const rest = stages.filter((stage) => stage !== 'outliers' && stage !== 'copies')
  rest.reduce((at, stage) => {
    const next = parts!.findIndex((part, p) => p >= at && part.stages.includes(stage))
    expect(next, `"${stage}" from part ${at} on, of ${[...new Set(stages)].join(', ')}`).toBeGreaterThanOrEqual(0)
    return next
  }, 0)
})

it('partitions fitted to some samples save the embedding of the tree, scores for isolation and graphs that are held twice', () => {
  const each = (sample: number | null) => estimate!({ ...size(50_000), options: { ...options, sample } }).bytes / 50_000
  const [scores, neighbours, clusters, views] = [90, 10, 20, 3]
  const tree = 24 * 6 * clusters + 16 * scores + 24 * neighbours * views
  const graphs = (12 * 2 * neighbours * (3 * views + 2) * 2) / 3
  expect(each(null) - each(20_000)).toBeGreaterThan(tree + graphs)
})

it('with little effort twice the clusters take more than twice the time, as eigenvectors do', () => {
  const seconds = (clusters: number) =>
    estimate!({ ...size(10_000), clusters, options: { ...options, effort: 'fast' } }).parts!.at(-1)!.seconds
  expect(seconds(200)).toBeGreaterThan(2 * seconds(100))
})
