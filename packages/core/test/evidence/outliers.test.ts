import { type Clustering, cluster, type DenseView } from '@manyview/core'
import { normal, Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { measureIsolation } from '../../src/evidence/isolation.ts'
import { mismatchLimit, mismatchSamples, outlierLimit, scoreOutliers } from '../../src/evidence/outliers.ts'
import { placedNeighbours } from '../../src/graphs/find-neighbours.ts'
import { fromRows } from '../../src/numerics/linalg/matrix.ts'
import { deviationFrom, deviations, median, robustScale } from '../../src/numerics/math/median.ts'
import type { Device } from '../../src/runtime/device/device.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import type { Progress } from '../../src/runtime/progress.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { blobs, pick } from '../assign/blobs.ts'
import { plainRuntime } from '../plain-runtime.ts'
import { samplesInOrder } from '../samples-in-order.ts'

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

const kernels = await Kernels.load()
const rt = plainRuntime(kernels, new Random(1))
const NEIGHBOURS = 6

/** Rows of scores, which samples have the view, and how many words each has of it; null: it is not of words. */
interface GivenView {
  rows: number[][]
  present?: number[]
  entries?: number[] | null
}

function judged({ rows, present = rows.map(() => 1), entries = null }: GivenView) {
  return {
    scores: fromRows(rows),
    lengths: new Float64Array(rows.length).fill(1),
    isUnit: false,
    present: Uint8Array.from(present),
    entries: entries && Float64Array.from(entries),
  }
}

/** The outlier scores, and the progress on the way. */
function scoresOf(given: GivenView[], device: Device | null = null) {
  const views = given.map(judged)
  const lists = views.map(({ scores, present }, v) =>
    runToEnd(placedNeighbours(singleProcess, rt, scores, present, NEIGHBOURS, rt.random('lists', v))),
  )
  const steps = scoreOutliers({ ...rt, device }, samplesInOrder(given[0].rows.length), views, lists)
  const told: Progress[] = []
  for (;;) {
    const step = steps.next()
    if (step.done) return { scores: Array.from(step.value), told }
    told.push(step.value)
  }
}

/** How far the neighbours in one view are in the others, in deviations, and from where on samples are mixed, by the definition: all distances, sorted. */
function mismatchOf(given: GivenView[]) {
  const samples = given[0].rows.length
  const made = mismatchSamples(samples, given.length, rt.random('outliers'))
  const has = (v: number, i: number) => (given[v].present?.[i] ?? 1) === 1
  const apart = (v: number, a: number, b: number) =>
    Math.hypot(...given[v].rows[a].map((x, j) => x - given[v].rows[b][j]))
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const near = given.map((_, v) =>
    Array.from({ length: samples }, (_, i) =>
      Array.from({ length: has(v, i) ? samples : 0 }, (_, k) => k)
        .filter((k) => k !== i && has(v, k))
        .sort((a, b) => apart(v, i, a) - apart(v, i, b))
        .slice(0, NEIGHBOURS),
    ),
  )
  /** How far a sample that is `one` in view v and `other` in view w is in w from its neighbours in v. */
  const between = (v: number, w: number, one: number, other: number) =>
    has(w, other) ? mean(near[v][one].filter((k) => has(w, k)).map((k) => apart(w, other, k))) : NaN
  const pairs = given.flatMap((_, w) => given.flatMap((_, v) => (v === w && given.length > 1 ? [] : [[v, w]])))
  const over = (count: number, sampleOf: (v: number, i: number) => number) =>
    Array.from({ length: count }, (_, i) => {
      const known = pairs.flatMap(([v, w]) => {
        const usual = median(
          Array.from({ length: samples }, (_, k) => between(v, w, k, k)).filter((x) => !Number.isNaN(x)),
        )
        const distance = between(v, w, sampleOf(v, i), sampleOf(w, i))
        return Number.isNaN(distance) ? [] : [distance / usual]
      })
      const all = mean(known)
      return all > 0 ? Math.log(all) : NaN
    })
  const real = Float64Array.from(over(samples, (_, i) => i))
  const scale = robustScale(real.filter((value) => !Number.isNaN(value)))
  const mixed = Float64Array.from(over(made[0].length, (v, m) => made[v][m]))
  const [values, limits] = [real, mixed].map((some) => some.map((value) => deviationFrom(scale, value)))
  return { values, limit: mismatchLimit(values, limits) }
}

describe('scoreOutliers(rt, samples, views, lists)', () => {
  const random = new Random(9)
  /** Samples along a curve, every ninth of them as another sample in the second view. */
  const along = (samples: number, view: number) =>
    Array.from({ length: samples }, (_, i) => {
      const at = view === 1 && i % 9 === 4 ? (i * 7) % samples : i
      return [at / 4 + normal(random), (view + 1) * Math.cos(at / 9) + normal(random)]
    })
  const words = (rows: number[][], present?: number[]): GivenView => ({ rows, present, entries: rows.map(() => 5) })

  it('counts how far neighbours in one view are in the others, stretched so that mixed samples pass the limit', () => {
    const given = [words(along(90, 0)), words(along(90, 1))]
    const { values, limit } = mismatchOf(given)
    expect(limit).toBeLessThan(outlierLimit)
    scoresOf(given).scores.forEach((score, i) => {
      expect(score, `${i}`).toBeCloseTo(Math.max((outlierLimit / limit) * values[i], -1), 8)
    })
  })

  it('goes by the pairs of views that a sample has, and takes one that has a single view for usual', () => {
    const lacking = (v: number) =>
      Array.from({ length: 90 }, (_, i) => Number(i % 7 !== v && (i % 30 !== 11 || v === 0)))
    const given = [0, 1, 2].map((v) => words(along(90, v), lacking(v)))
    const { values, limit } = mismatchOf(given)
    const { scores, told } = scoresOf(given)
    // Six pairs of views, and then what is apart.
    expect(told.map(({ iteration, total }) => [iteration, total])).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((pair) => [pair, 6]),
      [1, 1],
    ])
    scores.forEach((score, i) => {
      const mismatch = Number.isNaN(values[i]) ? 0 : Math.max(1, outlierLimit / limit) * values[i]
      expect(score, `${i}`).toBeCloseTo(Math.max(mismatch, -1), 8)
      if (i % 30 === 11) expect(score).toBe(0)
    })
  })

  it('takes samples that are identical to their neighbours in every view for usual', () => {
    const given = [0, 1].map((v) => words(along(90, v).map((row, i) => (i < 8 ? [5, 5] : row))))
    const { values, limit } = mismatchOf(given)
    scoresOf(given).scores.forEach((score, i) => {
      expect(score, `${i}`).toBeCloseTo(i < 8 ? 0 : Math.max(Math.max(1, outlierLimit / limit) * values[i], -1), 8)
    })
  })

  it('lets a device measure the distances of more samples than are few to it, where all of them have both views', () => {
    const given = [0, 1, 2].map((v) =>
      words(
        along(90, v),
        Array.from({ length: 90 }, (_, i) => Number(v < 2 || i % 5 > 0)),
      ),
    )
    const { scores } = scoresOf(given)
    for (const [many, asked] of [
      [89, 2],
      [90, 0],
    ]) {
      let calls = 0
      const device: Partial<Device> = {
        ...{ many, searchesUpTo: 0 },
        *meanDistances({ columns, data }, { samples, count, indices }) {
          calls++
          yield* []
          const row = (i: number) => data.subarray(i * columns, (i + 1) * columns)
          return Array.from({ length: samples }, (_, i) => {
            const near = Array.from(indices.subarray(i * count, (i + 1) * count), row)
            return near.reduce((sum, other) => sum + Math.hypot(...other.map((x, j) => x - row(i)[j])), 0) / count
          })
        },
      }
      scoresOf(given, device as Device).scores.forEach((score, i) => {
        expect(score).toBeCloseTo(scores[i], 8)
      })
      expect(calls).toBe(asked)
    }
  })

  it('lets distances within one view alone order the samples and mark none', () => {
    const rows = [...along(60, 0), [400, 400]]
    const { values } = mismatchOf([words(rows)])
    const { scores } = scoresOf([words(rows)])
    expect([values[60] > outlierLimit, scores[60]]).toEqual([true, outlierLimit])
    scores.forEach((score, i) => {
      expect(score).toBeCloseTo(Math.max(Math.min(values[i], outlierLimit), -1), 8)
    })
  })

  it('counts unusual numbers of words from one deviation on, to either side', () => {
    const rows = Array.from({ length: 40 }, () => [1, 1])
    const entries = Array.from({ length: 40 }, (_, i) => (i === 7 ? 0 : 2 + ((i * i) % 17)))
    const present = rows.map((_, i) => Number(i !== 11))
    const known = Float64Array.from(entries, (count, i) => (count > 0 && i !== 11 ? Math.log(count) : NaN))
    const odd = deviations(known)
    const { scores } = scoresOf([{ rows, entries, present }])
    scores.forEach((score, i) => {
      expect(score).toBeCloseTo(Math.max(0, Number.isNaN(odd[i]) ? 0 : Math.abs(odd[i]) - 1), 8)
    })
    expect(Math.max(...scores)).toBeGreaterThan(0.5)
  })

  it('counts isolation from one deviation on and sparsity from one and a half, means over the views that are not of words', () => {
    const samples = 60
    // The last ones lie far from each other, and one of them further.
    const given = [0, 1].map((v) => ({
      rows: along(samples, v).map(([x, y], i) => (i < 50 ? [x, y] : [x + 30 * (i - 45 + (i === 59 ? 9 : 0)), y])),
    }))
    const largest = new Set<number>()
    for (const views of [given, given.slice(0, 1)]) {
      const alone = views.map((view, v) =>
        runToEnd(measureIsolation(rt, samplesInOrder(samples), judged(view), rt.random('isolation', v))),
      )
      const [isolation, sparsity] = (['isolation', 'sparsity'] as const).map((what) =>
        deviations(alone[0][what].map((value, i) => (value + alone.at(-1)![what][i]) / 2)),
      )
      const { values, limit } = mismatchOf(views)
      const { scores, told } = scoresOf(views)
      scores.forEach((score, i) => {
        const mismatch =
          views.length > 1 ? Math.max(1, outlierLimit / limit) * values[i] : Math.min(values[i], outlierLimit)
        const parts = [mismatch, isolation[i] - 1, sparsity[i] - 1.5]
        expect(score, `${i}`).toBeCloseTo(Math.max(...parts), 8)
        largest.add(parts.indexOf(Math.max(...parts)))
      })
      expect(new Set(told.map(({ stage }) => stage))).toEqual(new Set(['outliers', 'neighbours']))
      expect(told.every(({ iteration, total }) => iteration > 0 && iteration <= total)).toBe(true)
    }
    expect(largest).toEqual(new Set([0, 1, 2]))
  })
})
