import { beforeAll, describe, expect, it } from 'vitest'
import { kmeans, lloyd } from '../../../src/numerics/kmeans/kmeans.ts'
import { kmeansReference } from '../../../src/numerics/kmeans/kmeans-reference.ts'
import type { KmeansStart } from '../../../src/numerics/kmeans/kmeans-starts.ts'
import { fromRows, type Matrix, matrix } from '../../../src/numerics/linalg/matrix.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { runToEnd } from '../../../src/runtime/steps.ts'

let kernels: Kernels
beforeAll(async () => {
  kernels = await Kernels.load()
})

/** Samples around `groups` places; every entry a multiple of `step`, so that a coarse step makes many ties. */
function blobs(samples: number, features: number, groups: number, seed: number, step = 2 ** -20): Matrix {
  const random = new Random(seed)
  const round = (x: number) => Math.round(x / step) * step
  const places = Float64Array.from({ length: groups * features }, () => 4 * random.uniform())
  const data = Float64Array.from({ length: samples * features }, (_, at) => {
    const group = Math.floor(at / features) % groups
    return round(places[group * features + (at % features)] + random.uniform() + random.uniform() - 1)
  })
  return matrix(samples, features, data)
}

const distinct = (labels: Int32Array) => new Set(labels).size

describe('kmeans', () => {
  const shapes: [samples: number, features: number, clusters: number][] = [
    [1, 1, 1],
    [2, 1, 2],
    [7, 3, 7],
    [40, 1, 5],
    [50, 2, 4],
    [101, 5, 9],
    [300, 17, 31],
    [500, 8, 3],
    [400, 50, 40],
  ]
  for (const start of ['k-means++', 'greedy', 'random'] as KmeansStart[])
    for (const [samples, features, clusters] of shapes)
      it(`gives the bytes of the plain reference: ${samples}×${features}, ${clusters} clusters, start ${start}`, () => {
        for (const step of [2 ** -20, 0.5]) {
          const points = blobs(samples, features, Math.min(samples, 6), samples + clusters, step)
          const options = () => ({ clusters, start, restarts: 3, random: new Random(5) })
          expect(kmeans(kernels, points, options())).toEqual(kmeansReference(points, options()))
        }
      })

  it('gives the bytes of the reference on 60 random shapes with and without ties', () => {
    const random = new Random(77)
    for (let run = 0; run < 60; run++) {
      const samples = 1 + random.below(250)
      const clusters = 1 + random.below(Math.min(samples, 60))
      const points = blobs(samples, 1 + random.below(12), 1 + random.below(15), run, [2 ** -30, 0.125, 1][run % 3])
      const start = (['k-means++', 'greedy', 'random'] as const)[random.below(3)]
      const options = () => ({ clusters, start, restarts: 2, random: new Random(run) })
      expect(kmeans(kernels, points, options())).toEqual(kmeansReference(points, options()))
    }
  })

  it('gives the bytes of the reference when a bad start empties clusters again and again', () => {
    const points = blobs(200, 3, 20, 3, 0.25)
    const starts = [
      matrix(20, 3),
      matrix(
        20,
        3,
        new Float64Array(60).map((_, at) => 100 + at),
      ),
    ]
    for (const maxIterations of [1, 2, 5, 100]) {
      const options = () => ({ clusters: 20, restarts: 0, starts, maxIterations, random: new Random(1) })
      const result = kmeans(kernels, points, options())
      expect(result).toEqual(kmeansReference(points, options()))
      expect(distinct(result.labels)).toBe(20)
    }
  })

  it('finds separated groups', () => {
    const points = matrix(
      90,
      2,
      new Float64Array(180).map((_, at) => 100 * (Math.floor(at / 2) % 3) + (at % 7) / 7),
    )
    const { labels, converged } = kmeans(kernels, points, { clusters: 3, random: new Random(2) })
    expect(converged).toBe(true)
    labels.forEach((label, i) => {
      expect(label).toBe(labels[i % 3])
    })
    expect(distinct(labels)).toBe(3)
  })

  it('puts every sample in a cluster of its own when there are as many clusters as samples', () => {
    const points = blobs(60, 4, 5, 8)
    for (const start of ['k-means++', 'greedy', 'random'] as KmeansStart[]) {
      const result = kmeans(kernels, points, { clusters: 60, start, random: new Random(1), restarts: 1 })
      expect(distinct(result.labels)).toBe(60)
      expect(result.squaredError).toBe(0)
    }
  })

  it('gives the mean for one cluster', () => {
    const { centres, labels } = kmeans(
      kernels,
      fromRows([
        [0, 3],
        [2, 5],
        [4, 1],
      ]),
      { clusters: 1, random: new Random(1) },
    )
    expect([...centres.data]).toEqual([2, 3])
    expect([...labels]).toEqual([0, 0, 0])
  })

  it('leaves clusters empty only when there are fewer distinct samples than clusters, with finite centres', () => {
    const points = fromRows(Array.from({ length: 30 }, (_, i) => [0.1 * (i % 3), 0.7]))
    for (const start of ['k-means++', 'greedy', 'random'] as KmeansStart[]) {
      const result = kmeans(kernels, points, { clusters: 5, start, random: new Random(4) })
      expect(distinct(result.labels)).toBe(3)
      expect(result.converged).toBe(true)
      expect(result.squaredError).toBe(0)
      expect(result.centres.data.every(Number.isFinite)).toBe(true)
      result.labels.forEach((label, i) => {
        expect(label).toBe(result.labels[i % 3])
      })
    }
  })

  it('gives equal samples the lowest of equally near centres', () => {
    const points = fromRows([[0], [0], [1], [1], [0.5]])
    const { labels } = kmeans(kernels, points, {
      clusters: 2,
      restarts: 0,
      starts: [fromRows([[0], [1]])],
      maxIterations: 1,
      random: new Random(1),
    })
    expect([...labels]).toEqual([0, 0, 1, 1, 0])
  })

  it('never makes the squared error larger with more restarts, and takes a given start that is better', () => {
    const points = blobs(300, 2, 12, 21)
    const run = (restarts: number, starts: Matrix[] = []) =>
      kmeans(kernels, points, { clusters: 12, restarts, start: 'random', starts, random: new Random(3) })
    const one = run(1)
    const ten = run(10)
    expect(ten.squaredError).toBeLessThanOrEqual(one.squaredError)
    expect(run(1, [ten.centres]).squaredError).toBeLessThanOrEqual(ten.squaredError)
  })

  it('says that it did not converge when the steps run out', () => {
    const result = kmeans(kernels, blobs(500, 2, 3, 9), {
      clusters: 20,
      restarts: 1,
      maxIterations: 2,
      random: new Random(1),
    })
    expect(result).toMatchObject({ converged: false, iterations: 2 })
  })

  it('works on data near the ends of the number range as on the same data in the middle', () => {
    const points = blobs(100, 3, 4, 13)
    const options = () => ({ clusters: 4, random: new Random(6) })
    const middle = kmeans(kernels, points, options())
    for (const scale of [2 ** 1000, 2 ** -1000]) {
      const scaled = matrix(
        100,
        3,
        points.data.map((x) => x * scale),
      )
      const result = kmeans(kernels, scaled, options())
      expect(result.labels).toEqual(middle.labels)
      expect(result.centres.data).toEqual(middle.centres.data.map((x) => x * scale))
    }
  })

  it('changes neither points nor starts, gives the same again from the same seed, and returns the memory', () => {
    const points = blobs(80, 3, 4, 2)
    const starts = [blobs(4, 3, 4, 3)]
    const copies = [points.data.slice(), starts[0].data.slice()]
    const mark = kernels.mark()
    const first = kmeans(kernels, points, { clusters: 4, starts, random: new Random(1) })
    expect(kmeans(kernels, points, { clusters: 4, starts, random: new Random(1) })).toEqual(first)
    expect(kernels.mark()).toBe(mark)
    expect([points.data, starts[0].data]).toEqual(copies)
  })

  it('advances the generator, so that a second call draws other starts', () => {
    const points = blobs(300, 2, 30, 2)
    const random = new Random(1)
    const run = () => kmeans(kernels, points, { clusters: 15, restarts: 1, start: 'random', random }).squaredError
    expect(new Set([run(), run(), run()]).size).toBeGreaterThan(1)
  })

  it.each([
    [{ clusters: 0 }, 'clusters: must be a whole number from 1 to 5 (0), choose another'],
    [{ clusters: 6 }, 'clusters: must be a whole number from 1 to 5 (6), choose another'],
    [{ clusters: 2, restarts: 0 }, 'restarts: must be a whole number from 1 to 1000000 (0), choose another'],
    [
      { clusters: 2, maxIterations: 0 },
      'maxIterations: must be a whole number from 1 to 1000000000 (0), choose another',
    ],
    [{ clusters: 2, starts: [matrix(3, 2)] }, 'starts: centres of a start are 3×2, give 2×2 (clusters × features)'],
  ])('refuses %o', (options, message) => {
    expect(() => kmeans(kernels, matrix(5, 2), { ...options, random: new Random(1) })).toThrow(message)
  })

  it('refuses values that are not finite, and matrices without entries', () => {
    const random = new Random(1)
    expect(() =>
      kmeans(
        kernels,
        fromRows([
          [1, 2],
          [3, Number.NaN],
        ]),
        { clusters: 1, random },
      ),
    ).toThrow('points: not a finite number (NaN) in row 1, column 1, remove or replace it')
    expect(() => kmeans(kernels, fromRows([[Number.POSITIVE_INFINITY]]), { clusters: 1, random })).toThrow(
      '(Infinity) in row 0',
    )
    expect(() => kmeans(kernels, matrix(3, 0), { clusters: 1, random })).toThrow('points: nothing to cluster (3×0)')
  })
})

it('gives the same bytes whether a call makes one step or all, and tells how many starts are done', async () => {
  const kernels = await Kernels.load()
  const random = new Random(4)
  const points = matrix(
    300,
    4,
    Float64Array.from({ length: 1200 }, () => random.uniform()),
  )
  const block = kernels.copyIn(points.data)
  const run = (work?: number) => {
    const starts = [0, 100, 200].map((first) => kernels.copyIn(points.data.slice(4 * first, 4 * first + 36)))
    return lloyd(kernels, block, points, starts, 100, work)
  }
  const atOnce = runToEnd(run())
  const told: number[] = []
  const steps = run(1)
  let next = steps.next()
  for (; !next.done; next = steps.next()) told.push(next.value)
  expect(next.value).toEqual(atOnce)
  expect(told.length).toBe(atOnce.reduce((sum, { iterations }) => sum + iterations + 1, 0))
  expect(new Set(told).size).toBeGreaterThan(1)
  expect(told).toEqual(told.toSorted((a, b) => a - b))
})
