import { adjustedRandIndex } from '@manyview/core'
import { Kernels, type Matrix, matrix, normal, kmeans as plainKmeans, Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { noSoftwareDevice, onDevice, softwareDevice } from './software-device.ts'

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

const randoms = (starts: number) => Array.from({ length: starts }, (_, s) => new Random(s))

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
    const options = () => ({ clusters, randoms: randoms(6), maxIterations: 100 })
    const found = await onDevice(device, device.kmeans(points, options()))
    const again = await onDevice(device, device.kmeans(points, options()))
    expect(again).toEqual(found)
    expect(adjustedRandIndex(truth, found!.labels)).toBe(1)
    expect(found!.squaredError).toBeCloseTo(errorOf(points, found!.labels), 4)
  })

  it('ends no further from the points than on the processor where there is no structure', async () => {
    const device = await softwareDevice()
    const random = new Random(4)
    const points = matrix(
      700,
      3,
      Float64Array.from({ length: 2100 }, () => random.uniform() - 0.5),
    )
    const found = await onDevice(
      device,
      device.kmeans(points, { clusters: 4, randoms: randoms(8), maxIterations: 100 }),
    )
    const plain = plainKmeans(await Kernels.load(), points, { clusters: 4, random: new Random(1), restarts: 8 })
    expect(found!.squaredError).toBeLessThan(1.02 * plain.squaredError)
    expect(errorOf(points, found!.labels)).toBeCloseTo(found!.squaredError, 3)
  })

  it('finds nothing where a cluster must stay empty', async () => {
    const device = await softwareDevice()
    const equal = matrix(40, 2, new Float64Array(80).fill(0.5))
    expect(
      await onDevice(device, device.kmeans(equal, { clusters: 2, randoms: randoms(2), maxIterations: 10 })),
    ).toBeNull()
  })
})
