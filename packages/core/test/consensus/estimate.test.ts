import { cluster } from '@manyview/core'
import { expect, it } from 'vitest'
import { findMethod } from '../../src/methods/methods.ts'

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
