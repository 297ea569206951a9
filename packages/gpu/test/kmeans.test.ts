import type { Matrix } from '@manyview/core'
import { adjustedRandIndex } from '@manyview/core/metrics'
import { matrix, normal, kmeans as plainKmeans, Random, startDraws } from '@manyview/core/numerics'
import { Kernels } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import { narrowDevice, noSoftwareDevice, onDevice, softwareDevice } from './software-device.ts'

/** n points around so many centres on the axes. */
function blobs(rows: number, columns: number, centres: number): { points: Matrix; truth: Int32Array } {
  const random = new Random(rows + columns)
  const truth = Int32Array.from({ length: rows }, (_, i) => i % centres)
  const points = matrix(
    rows,
    columns,
    Float64Array.from(
      { length: rows * columns },
      (_, p) => 0.02 * normal(random) + (p % columns === truth[Math.floor(p / columns)] ? 1 : 0),
    ),
  )
  return { points, truth }
}

/** Points without structure. */
function dust(rows: number, columns: number): Matrix {
  const random = new Random(rows)
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => random.uniform() - 0.5),
  )
}

const run = (clusters: number, seed: number, start: 'k-means++' | 'greedy' = 'k-means++', points = 0) => ({
  points,
  clusters,
  ...startDraws(clusters, start, new Random(seed)),
})

/** Squared distances of points from the means of their clusters. */
function errorOf({ rows, columns, data }: Matrix, labels: Int32Array): number {
  let error = 0
  for (const cluster of new Set(labels)) {
    const own = Array.from({ length: rows }, (_, i) => i).filter((i) => labels[i] === cluster)
    for (let c = 0; c < columns; c++) {
      const mean = own.reduce((sum, i) => sum + data[i * columns + c], 0) / own.length
      for (const i of own) error += (data[i * columns + c] - mean) ** 2
    }
  }
  return error
}

describe.skipIf(noSoftwareDevice)('k-means on a device', () => {
  it.each([
    [1, 1, 1],
    [2, 3, 2],
    [257, 5, 3],
    [1030, 6, 6],
  ])('tells %i points with %i columns in %i clusters apart', async (rows, columns, clusters) => {
    const device = await softwareDevice()
    const { points, truth } = blobs(rows, columns, clusters)
    const runs = () => [0, 1, 2, 3].map((seed) => run(clusters, seed, 'greedy'))
    const found = await onDevice(device, device.kmeans([points], runs(), 100, 'k-means'))
    const again = await onDevice(device, device.kmeans([points], runs(), 100, 'k-means'))
    expect(again).toEqual(found)
    for (const one of found) {
      expect(adjustedRandIndex(truth, one!.labels)).toBe(1)
      expect(one!.squaredError).toBeCloseTo(errorOf(points, one!.labels), 4)
    }
  })

  it('does many runs on several point sets side by side, each as the processor does it', async () => {
    const device = await softwareDevice()
    const kernels = await Kernels.load()
    const sets = [dust(521, 2), dust(521, 7)]
    const runs = [
      { start: 'k-means++', clusters: 2, points: 0 },
      { start: 'greedy', clusters: 5, points: 0 },
      { start: 'k-means++', clusters: 258, points: 1 },
      { start: 'greedy', clusters: 9, points: 1 },
    ] as const
    const asked = runs.map(({ start, clusters, points }, r) => run(clusters, r, start, points))
    const found = await onDevice(device, device.kmeans(sets, asked, 2, 'members'))
    for (const [r, { start, clusters, points }] of runs.entries()) {
      const options = { clusters, start, random: new Random(0), randoms: [new Random(r)], restarts: 1 }
      const plain = plainKmeans(kernels, sets[points], { ...options, maxIterations: 2 })
      expect(adjustedRandIndex(plain.labels, found[r]!.labels)).toBeGreaterThan(0.995)
    }
  })

  it('gives the same where runs go one after the other for want of room', async () => {
    const sets = [dust(1000, 3)]
    const runs = () => [run(3, 1), run(4, 2, 'greedy'), run(2, 3)]
    const [wide, narrow] = [await softwareDevice(), await narrowDevice(16_000)]
    const found = await onDevice(wide, wide.kmeans(sets, runs(), 5, 'members'))
    expect(await onDevice(narrow, narrow.kmeans(sets, runs(), 5, 'members'))).toEqual(found)
    const tiny = await narrowDevice(15_999)
    expect(await onDevice(tiny, tiny.kmeans(sets, runs(), 5, 'members'))).toEqual([null, null, null])
  })

  it('finds nothing where a cluster must stay empty, and nothing for no runs', async () => {
    const device = await softwareDevice()
    const equal = matrix(40, 2, new Float64Array(80).fill(0.5))
    expect(await onDevice(device, device.kmeans([equal], [run(2, 1), run(2, 2, 'greedy')], 10, 'k-means'))).toEqual([
      null,
      null,
    ])
    expect(await onDevice(device, device.kmeans([equal], [], 10, 'k-means'))).toEqual([])
  })
})
