import { type Clustering, cluster, type DenseView } from '@manyview/core'
import { normal, Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { mismatchLimit, mismatchSamples } from '../../src/evidence/outliers.ts'
import { blobs, pick } from '../assign/blobs.ts'

const drawn = (count: number, middle: number, seed: number) => {
  const random = new Random(seed)
  return Float64Array.from({ length: count }, () => middle + normal(random))
}
const past = (values: Float64Array, limit: number) => values.filter((value) => value > limit).length
const usual = drawn(950, 0, 1)
const made = drawn(1000, 4, 2)

describe('mixSamples', () => {
  it('gives each made-up sample the views of different samples, each sample once per view', () => {
    const made = mismatchSamples(50, 3, new Random(5))
    for (const view of made) expect(Array.from(view).sort((a, b) => a - b)).toEqual([...Array(50).keys()])
    for (let m = 0; m < 50; m++) expect(new Set(made.map((view) => view[m])).size).toBe(3)
  })

  it('makes up no more than 4,096, and none of one view', () => {
    expect(mismatchSamples(10_000, 2, new Random(5))[1]).toHaveLength(4096)
    expect(mismatchSamples(50, 1, new Random(5))[0]).toHaveLength(0)
  })
})

describe('mixedLimit', () => {
  it('lies where most mixed samples and hardly any others are past it', () => {
    const mixed = drawn(50, 4, 3)
    const limit = mismatchLimit(Float64Array.of(...usual, ...mixed), made)
    expect(past(mixed, limit)).toBeGreaterThan(40)
    expect(past(usual, limit)).toBeLessThan(10)
  })

  it('has no sample past it where none is mixed', () => {
    expect(past(usual, mismatchLimit(usual, made))).toBe(0)
  })

  it('does not count what is not known', () => {
    const holes = (values: Float64Array) => Float64Array.of(NaN, ...values, NaN)
    expect(mismatchLimit(holes(usual), holes(made))).toBe(mismatchLimit(usual, made))
  })

  it('is infinite where made-up samples are hardly further apart than others, or where none were made up', () => {
    expect(mismatchLimit(usual, drawn(1000, 1, 2))).toBe(Infinity)
    expect(mismatchLimit(usual, drawn(1000, 0, 2))).toBe(Infinity)
    expect(mismatchLimit(usual, new Float64Array(0))).toBe(Infinity)
    expect(mismatchLimit(new Float64Array(0), made)).toBe(Infinity)
  })
})

const { views } = blobs(180, 8)
const fit = (given: Record<string, DenseView>, more = {}) =>
  cluster(given, { clusters: 3, runtime: { threads: 1 }, ...more })
const highest = (scores: Float64Array, count: number) =>
  [...scores.keys()].sort((a, b) => scores[b] - scores[a]).slice(0, count)

describe('outlier scores', () => {
  it('are highest for a sample whose views come from two others', async () => {
    // Sample 0 is of the first group, sample 1 of the second.
    const mixed = { ...views, colour: pick(views, [1, ...Array.from({ length: 179 }, (_, i) => i + 1)]).colour }
    const { outlierScores } = await fit(mixed)
    expect(highest(outlierScores!, 1)).toEqual([0])
  })

  it('tell `outliers` "auto" which samples have the views of different samples, and hardly any others', async () => {
    const turned = Array.from({ length: 180 }, (_, i) => (i % 30 === 0 ? (i + 31) % 180 : i))
    const mixed = { ...views, colour: pick(views, turned).colour }
    const marked = ({ outliers }: Clustering) => [...outliers!.keys()].filter((i) => outliers![i] === 1)
    const before = marked(await fit(views, { outliers: 'auto' }))
    const found = marked(await fit(mixed, { outliers: 'auto' }))
    expect(before.length).toBeLessThan(3)
    expect(found).toEqual(expect.arrayContaining([0, 30, 60, 90, 120, 150]))
    expect(found.length).toBeLessThan(9)
  })

  it('are high for samples beyond all others, which `outliers` marks', async () => {
    const data = Array.from(views.shape.data as ArrayLike<number>)
    for (const i of [7, 50]) for (let j = 0; j < 6; j++) data[i * 6 + j] = (j % 2) * 60 - 30 + i
    const { outlierScores, outliers, labels } = await fit(
      { ...views, shape: { ...views.shape, data } },
      { outliers: 0.02 },
    )
    expect(highest(outlierScores!, 2).sort((a, b) => a - b)).toEqual([7, 50])
    expect(outliers!.reduce((sum, mark) => sum + mark, 0)).toBe(3)
    expect([outliers![7], outliers![50]]).toEqual([1, 1])
    expect(Math.min(...labels)).toBe(0)
  })

  it('spare small clusters, and mark what lies alone beside them', async () => {
    const random = new Random(4)
    const sizes = [600, 200, 60, 20, 12]
    const truth = sizes.flatMap((size, c) => new Array<number>(size).fill(c))
    const centres = Float64Array.from({ length: 8 * sizes.length }, () => 6 * normal(random))
    const rows = truth.map((c) => Array.from({ length: 8 }, (_, j) => centres[8 * c + j] + normal(random)))
    const alone = Array.from({ length: 10 }, () => Array.from({ length: 8 }, () => 40 * random.uniform() - 20))
    const data = Float64Array.from([...rows, ...alone].flat())
    const { outliers } = await fit({ one: { samples: data.length / 8, features: 8, data } }, { outliers: 'auto' })
    const marked = [...outliers!.keys()].filter((i) => outliers![i] === 1)
    expect(marked.filter((i) => i >= truth.length).length).toBeGreaterThan(8)
    expect(marked.filter((i) => i < truth.length).length).toBeLessThan(5)
  })

  it('mark hardly any sample of round groups in the plane, as people try first', async () => {
    let marked = 0
    for (let seed = 1; seed <= 6; seed++) {
      const random = new Random(seed)
      const centres = Float64Array.from({ length: 6 }, () => 5 * normal(random))
      const data = Float64Array.from({ length: 360 }, (_, p) => centres[2 * ((p >> 1) % 3) + (p & 1)] + normal(random))
      const plane: DenseView = { samples: 180, features: 2, data }
      const { outliers } = await fit({ plane }, { outliers: 'auto', effort: 'fast' })
      marked += outliers!.reduce((sum, mark) => sum + mark, 0)
    }
    expect(marked).toBeLessThan(0.02 * 6 * 180)
  })

  it('are refused to mark by where too few samples differ, and mark for one cluster, too', async () => {
    await expect(fit(views, { outliers: 2 })).rejects.toThrow(/outliers: is 2, give "auto" or a share/)
    const same = pick(views, [0, 0, 0, 0])
    await expect(fit(same, { outliers: 'auto' })).rejects.toThrow('outliers: needs at least 3 samples that differ')
    const one = { clusters: 1, method: 'kmeans', outliers: 'auto' }
    expect((await fit(views, one)).outliers).toEqual((await fit(views, { outliers: 'auto' })).outliers)
  })
})
