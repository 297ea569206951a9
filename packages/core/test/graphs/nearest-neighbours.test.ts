import type { Matrix } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { approximateNeighbours } from '../../src/graphs/approximate-neighbours.ts'
import { nearestNeighbours } from '../../src/graphs/nearest-neighbours.ts'
import { type Neighbours, squaredDistance } from '../../src/graphs/neighbour-lists.ts'
import { matrix } from '../../src/numerics/linalg/matrix.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'

const kernels = await Kernels.load()

function clustered(samples: number, features: number, clusters: number): Matrix {
  const random = new Random(9)
  const centres = Float64Array.from({ length: clusters * features }, () => normal(random))
  const points = matrix(samples, features)
  for (let i = 0; i < samples; i++) {
    const c = random.below(clusters)
    for (let j = 0; j < features; j++) points.data[i * features + j] = centres[c * features + j] + normal(random)
  }
  return points
}

function plain(points: Matrix, count: number): number[][] {
  return Array.from({ length: points.rows }, (_, i) =>
    Array.from({ length: points.rows }, (_, j) => j)
      .filter((j) => j !== i)
      .sort((a, b) => squaredDistance(points, i, a) - squaredDistance(points, i, b) || a - b)
      .slice(0, count),
  )
}

function lists({ samples, count, indices }: Neighbours): number[][] {
  return Array.from({ length: samples }, (_, i) => Array.from(indices.subarray(i * count, (i + 1) * count)))
}

function recall(found: Neighbours, exact: Neighbours): number {
  const expected = lists(exact)
  const right = lists(found).map((list, i) => list.filter((j) => expected[i].includes(j)).length)
  return right.reduce((sum, value) => sum + value, 0) / exact.indices.length
}

describe('nearestNeighbours(kernels, points, count)', () => {
  it('finds what sorting all distances finds, nearest first', () => {
    for (const [samples, features] of [
      [150, 5],
      [65, 1],
      [200, 33],
    ]) {
      const points = clustered(samples, features, 4)
      expect(lists(runToEnd(nearestNeighbours(kernels, points, 10, singleProcess)))).toEqual(plain(points, 10))
    }
  })

  it('gives equal distances to the lower index', () => {
    const grid = matrix(36, 2)
    for (let i = 0; i < 36; i++) grid.data.set([i % 6, Math.floor(i / 6)], 2 * i)
    expect(lists(runToEnd(nearestNeighbours(kernels, grid, 5, singleProcess)))).toEqual(plain(grid, 5))
    const equal = matrix(20, 3)
    expect(lists(runToEnd(nearestNeighbours(kernels, equal, 3, singleProcess)))[7]).toEqual([0, 1, 2])
  })

  it('measures distances by differences, so that close points far from the origin stay apart', () => {
    const points = matrix(4, 1, Float64Array.of(1e8, 1e8 + 1e-3, 1e8 + 3e-3, 1e8 + 7e-3))
    const { squaredDistances } = runToEnd(nearestNeighbours(kernels, points, 1, singleProcess))
    expect(squaredDistances[0]).toBeCloseTo(1e-6, 9)
  })

  it('is exact where differences are finer than the rounding of the search', () => {
    const random = new Random(3)
    // Two heaps, each of which is one point once it is rounded.
    const heaps = matrix(
      120,
      3,
      Float64Array.from({ length: 360 }, (_, p) => (p < 180 ? 1 : -1) + 1e-7 * normal(random)),
    )
    expect(lists(runToEnd(nearestNeighbours(kernels, heaps, 10, singleProcess)))).toEqual(plain(heaps, 10))
  })

  it('is exact for points that lie far away from all others, and for the others beside them', () => {
    const points = clustered(150, 6, 4)
    points.data.fill(1e6, 0, 6).fill(1.1e6, 6, 12).fill(-3e9, 12, 18)
    expect(lists(runToEnd(nearestNeighbours(kernels, points, 10, singleProcess)))).toEqual(plain(points, 10))
  })

  it('gives fewer neighbours where there are not enough points', () => {
    const few = runToEnd(nearestNeighbours(kernels, clustered(4, 2, 1), 10, singleProcess))
    expect(few.count).toBe(3)
    expect(runToEnd(nearestNeighbours(kernels, clustered(1, 2, 1), 10, singleProcess)).count).toBe(0)
  })
})

describe('approximateNeighbours(kernels, points, count, random)', () => {
  it.each([
    [20, 3000],
    [60, 2000],
  ])('finds at least 95 of 100 neighbours in %i dimensions', (features, samples) => {
    const points = clustered(samples, features, 15)
    const exact = runToEnd(nearestNeighbours(kernels, points, 10, singleProcess))
    expect(
      recall(runToEnd(approximateNeighbours(kernels, points, 10, new Random(1), singleProcess)), exact),
    ).toBeGreaterThan(0.95)
  })

  it('tells close points apart where there are few columns', () => {
    const along = matrix(
      3000,
      2,
      Float64Array.from({ length: 6000 }, (_, p) => (p % 2 ? 3 : 1 + 1e-4 * (p / 2))),
    )
    const exact = runToEnd(nearestNeighbours(kernels, along, 10, singleProcess))
    expect(
      recall(runToEnd(approximateNeighbours(kernels, along, 10, new Random(1), singleProcess)), exact),
    ).toBeGreaterThan(0.95)
  })

  it('measures the distances of the points in single precision', () => {
    const points = clustered(700, 20, 5)
    const rounded = matrix(700, 20, Float64Array.from(Float32Array.from(points.data)))
    const { indices, squaredDistances } = runToEnd(
      approximateNeighbours(kernels, points, 6, new Random(1), singleProcess),
    )
    const measured = Array.from(indices, (j, c) => squaredDistance(rounded, Math.floor(c / 6), j))
    expect(Array.from(squaredDistances)).toEqual(measured)
  })

  it('gives the same lists for the same generator', () => {
    const points = clustered(600, 8, 5)
    const run = () => runToEnd(approximateNeighbours(kernels, points, 7, new Random(2), singleProcess))
    expect(run()).toEqual(run())
  })

  it('copes with points that are all equal, and with fewer points than neighbours', () => {
    const equal = runToEnd(approximateNeighbours(kernels, matrix(200, 3), 5, new Random(1), singleProcess))
    expect(equal.squaredDistances.every((distance) => distance === 0)).toBe(true)
    expect(lists(equal).every((list, i) => new Set(list).size === 5 && !list.includes(i))).toBe(true)
    expect(runToEnd(approximateNeighbours(kernels, clustered(3, 2, 1), 5, new Random(1), singleProcess)).count).toBe(2)
  })
})
