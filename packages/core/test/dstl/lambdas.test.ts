import { describe, expect, it } from 'vitest'
import { cluster } from '../../src/cluster.ts'
import { lambdaPairs, triedSamples } from '../../src/dstl/lambda-grid.ts'
import { score } from '../../src/metrics/scores.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { onRanks } from '../runtime/ranks/thread-ranks.ts'
import { run, samples } from './lambdas-rank.ts'

const truth = Array.from(new Random(2).permutation(90), (i) => i % 3)
const random = new Random(1)
/** Positive measurements, on which the λ of a sorted file collapse. */
const view = (features: number) =>
  truth.map((label) => Array.from({ length: features }, (_, j) => 1 + (j % 3 === label ? 3 : 0) + 0.3 * normal(random)))
const views = { first: view(9), second: view(6) }
const settings = { method: 'dstl', clusters: 3, runtime: { threads: 1 } } as const

describe('dstl without λ', () => {
  it('chooses a pair that does not collapse where a fixed one does, and says so', async () => {
    const fixed = await cluster(views, { ...settings, lambda1: 0.01, lambda2: 5 })
    expect(new Set(fixed.labels).size).toBe(1)
    const found = await cluster(views, settings)
    expect(new Set(found.labels).size).toBe(3)
    expect(score(truth, found.labels).acc).toBeGreaterThan(0.9)
    const { lambda1, lambda2 } = found.options
    expect(found.chosen!.options).toEqual({ lambda1, lambda2 })
    expect(found.warnings[0]).toMatch(
      new RegExp(
        `^lambda1=${lambda1} and lambda2=${lambda2} were chosen without labels by 25 fits, \\d+ of which collapsed`,
      ),
    )
  })

  it('finds what the same λ find when they are given, without a word about them', async () => {
    const found = await cluster(views, { ...settings, seed: 3 })
    const { lambda1, lambda2 } = found.options as Record<string, number>
    const given = await cluster(views, { ...settings, seed: 3, lambda1, lambda2 })
    expect(given.labels).toEqual(found.labels)
    expect(given.embedding).toEqual(found.embedding)
    expect(given.warnings).toEqual([])
    expect(given).not.toHaveProperty('chosen')
  })

  it('chooses only what is not given', async () => {
    const { options, chosen, warnings } = await cluster(views, { ...settings, lambda1: 0.5 })
    expect(options.lambda1).toBe(0.5)
    expect(Object.keys(chosen!.options)).toEqual(['lambda2'])
    expect(warnings[0]).toMatch(/^lambda2=[\d.]+ was chosen without labels by 5 fits/)
  })

  it('tries many samples by 2,000 of them, alike on one rank and on two', async () => {
    const alone = await run(singleProcess)
    expect(alone.warnings[0]).toContain('by 25 fits on 2,000 of 2,100 samples')
    expect(new Set(alone.labels).size).toBe(2)
    const ranks = await onRanks<typeof alone>(2, new URL('./lambdas-rank.ts', import.meta.url), null)
    expect(Int32Array.from(ranks.flatMap(({ labels }) => [...labels]))).toEqual(alone.labels)
    for (const { options, warnings } of ranks)
      expect({ options, warnings }).toMatchObject({ options: alone.options, warnings: alone.warnings })
    expect(alone.labels.length).toBe(samples)
  })
})

describe('what is tried', () => {
  it('is 25 pairs, fewer where λ are given or do nothing', () => {
    const pairs = (options: object) => lambdaPairs({ lambda1: null, lambda2: null, variant: 'full', ...options })
    expect(pairs({}).length).toBe(25)
    expect(pairs({ variant: 'S' }).length).toBe(5)
    expect(pairs({ lambda2: 3 }).map(({ lambda2 }) => lambda2)).toEqual([3, 3, 3, 3, 3])
    expect(pairs({ lambda1: 1, lambda2: 3 })).toEqual([{ lambda1: 1, lambda2: 3 }])
  })

  it('is at most 2,000 samples, fewer of wide views, but enough for the clusters', () => {
    expect(triedSamples(500, 100, 5)).toBe(500)
    expect(triedSamples(1_000_000, 100, 5)).toBe(2000)
    expect(triedSamples(1_000_000, 100_000, 5)).toBe(320)
    expect(triedSamples(1_000_000, 100_000, 50)).toBe(500)
    expect(triedSamples(1_000_000, 100, 500)).toBe(5000)
  })
})
