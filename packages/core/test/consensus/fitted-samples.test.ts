import { cluster, score } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { drawFitted, fittedCount } from '../../src/consensus/fitted-samples.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { samplesInOrder } from '../samples-in-order.ts'

const SAMPLES = 900
const random = new Random(1)
const truth = Int32Array.from({ length: SAMPLES }, () => random.below(4))
const view = (spread: number) => {
  const centres = Float64Array.from({ length: 4 * 6 }, () => spread * normal(random))
  const data = Float64Array.from({ length: SAMPLES * 6 }, (_, p) => {
    const sample = Math.floor(p / 6)
    return centres[truth[sample] * 6 + (p % 6)] + normal(random)
  })
  return { data, samples: SAMPLES, features: 6 }
}
const views = { one: view(2), two: view(2) }

describe('consensus with a sample', () => {
  it('finds the clusters of all samples from partitions of some of them', async () => {
    const { labels, memberships, confidence, embedding, details } = await cluster(views, { clusters: 4, sample: 200 })
    expect(score(truth, labels).acc).toBeGreaterThan(0.97)
    expect(details.fittedTo).toBe(200)
    expect(memberships!.rows).toBe(SAMPLES)
    expect(embedding!.data.every(Number.isFinite)).toBe(true)
    expect(confidence!.every((value) => value >= 0 && value <= 1)).toBe(true)
  })

  it('refines the views by what a first vote of all samples was sure of', async () => {
    const stages = new Set<string>()
    await cluster(views, { clusters: 4, sample: 200, onProgress: ({ stage }) => stages.add(stage) })
    expect(stages).toContain('refinement')
    stages.clear()
    await cluster(views, { clusters: 4, sample: 200, effort: 'fast', onProgress: ({ stage }) => stages.add(stage) })
    expect(stages).not.toContain('refinement')
  })

  it('does so with little effort, too, and says how sure it is', async () => {
    const options = { clusters: 4, effort: 'fast' as const }
    for (const further of [{}, { sample: 200 }]) {
      const { labels, memberships, confidence } = await cluster(views, { ...options, ...further })
      expect(score(truth, labels).acc).toBeGreaterThan(0.97)
      for (let i = 0; i < SAMPLES; i++) {
        const row = memberships!.data.subarray(i * 4, (i + 1) * 4)
        expect(row.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12)
        expect(confidence![i]).toBeGreaterThanOrEqual(0)
        expect(confidence![i]).toBeLessThanOrEqual(1)
      }
    }
  })

  it('gives the same for another order of the samples', async () => {
    const order = new Random(7).permutation(SAMPLES)
    const turned = Object.fromEntries(
      Object.entries(views).map(([name, { data }]) => [
        name,
        {
          data: Float64Array.from({ length: data.length }, (_, p) => data[order[Math.floor(p / 6)] * 6 + (p % 6)]),
          samples: SAMPLES,
          features: 6,
        },
      ]),
    )
    const first = await cluster(views, { clusters: 4, sample: 200 })
    const second = await cluster(turned, { clusters: 4, sample: 200 })
    expect([...second.labels]).toEqual(Array.from(order, (i) => first.labels[i]))
  })
})

describe('fittedCount(samples, clusters, wanted)', () => {
  it('takes all up to 50,000, then 20,000 or 400 per cluster, or what is asked for', () => {
    expect(fittedCount(50_000, 10, null)).toBe(50_000)
    expect(fittedCount(50_001, 10, null)).toBe(20_000)
    expect(fittedCount(1e6, 100, null)).toBe(40_000)
    expect(fittedCount(500, 10, 100)).toBe(100)
    expect(fittedCount(500, 200, 1)).toBe(500)
  })
})

describe('drawFitted(samples, count, random)', () => {
  it('draws different samples in their order, or takes all', () => {
    const samples = samplesInOrder(SAMPLES)
    const { all, own, before } = drawFitted(samples, 200, new Random(1))
    expect(new Set(all).size).toBe(200)
    expect([...all]).toEqual([...all].sort((a, b) => a - b))
    expect([own, before]).toEqual([all, 0])
    expect(drawFitted(samples, SAMPLES, new Random(1)).all).toEqual(samples.order.samples)
  })
  it('gives each process its part of one draw, counted from its first sample', () => {
    const parts = [0, 1, 2].map((rank) => {
      const samples = samplesInOrder(SAMPLES, { ...singleProcess, size: 3, rank })
      return { begin: samples.begin, ...drawFitted(samples, 200, new Random(1)) }
    })
    const { all } = drawFitted(samplesInOrder(SAMPLES), 200, new Random(1))
    expect(parts.flatMap(({ begin, own }) => Array.from(own, (sample) => begin + sample))).toEqual([...all])
    const [first, second] = parts.map(({ own }) => own.length)
    expect(parts.map(({ before }) => before)).toEqual([0, first, first + second])
  })
})
