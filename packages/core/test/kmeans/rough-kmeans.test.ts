import { describe, expect, it } from 'vitest'
import { Kernels } from '../../src/kernels/kernels.ts'
import { kmeans } from '../../src/kmeans/kmeans.ts'
import { roughKmeans } from '../../src/kmeans/rough-kmeans.ts'
import { type Matrix, matrix } from '../../src/linalg/matrix.ts'
import { adjustedRandIndex } from '../../src/metrics/scores.ts'
import { Random } from '../../src/random/random.ts'

const kernels = await Kernels.load()
const random = new Random(5)
const noise = (rows: number, columns: number) =>
  matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => random.uniform() - 0.5),
  )

/** The centre with the least ½c² − x·c for each point, every operation rounded to single precision. */
function nearestInSingle(points: Matrix, centres: Matrix): Int32Array {
  const { fround } = Math
  const width = points.columns
  const halves = Array.from({ length: centres.rows }, (_, c) =>
    fround(centres.data.subarray(c * width, (c + 1) * width).reduce((sum, value) => sum + value * value, 0) / 2),
  )
  return Int32Array.from({ length: points.rows }, (_, i) => {
    const keys = halves.map((half, c) => {
      let product = 0
      for (let l = 0; l < width; l++)
        product = fround(product + fround(fround(centres.data[c * width + l]) * fround(points.data[i * width + l])))
      return fround(half - product)
    })
    return keys.indexOf(Math.min(...keys))
  })
}

/** A step of k-means from given centres: where they go, in double precision. */
function moved(points: Matrix, centres: Matrix, labels: Int32Array): Float64Array {
  const width = points.columns
  const sums = new Float64Array(centres.data.length)
  const counts = new Float64Array(centres.rows)
  labels.forEach((label, i) => {
    counts[label]++
    for (let l = 0; l < width; l++)
      sums[label * width + l] += points.data[i * width + l] - centres.data[label * width + l]
  })
  return centres.data.map((value, p) => value + sums[p] / counts[Math.floor(p / width)])
}

describe('kmeans with single', () => {
  it('gives the bytes of plain loops that assign in single and sum in double precision', () => {
    for (const [samples, features, clusters] of [
      [203, 7, 5],
      [64, 3, 8],
      [9, 1, 2],
    ]) {
      const points = noise(samples, features)
      const start = matrix(clusters, features, points.data.slice(0, clusters * features))
      const options = { clusters, random, restarts: 0, starts: [start], maxIterations: 1, single: true }
      const first = kmeans(kernels, points, options)
      expect(first.labels).toEqual(nearestInSingle(points, start))
      expect(first.centres.data).toEqual(moved(points, start, first.labels))
      const second = kmeans(kernels, points, { ...options, maxIterations: 2 })
      expect(second.labels).toEqual(nearestInSingle(points, first.centres))
    }
  })

  it('gives an empty cluster the sample that is farthest from its centre', () => {
    const points = matrix(5, 1, Float64Array.of(0, 0.1, 0.2, 0.3, 1))
    const starts = [matrix(2, 1, Float64Array.of(0.2, 5))]
    const { labels } = kmeans(kernels, points, { clusters: 2, random, restarts: 0, starts, single: true })
    expect([...labels]).toEqual([0, 0, 0, 0, 1])
  })
})

describe('roughKmeans(kernels, points, options)', () => {
  it('is k-means in single precision up to 2,000 points', () => {
    const points = noise(300, 4)
    const options = { clusters: 6, restarts: 1, maxIterations: 12 }
    const rough = roughKmeans(kernels, points, { ...options, random: new Random(1) })
    expect(rough).toEqual(kmeans(kernels, points, { ...options, random: new Random(1), single: true }))
  })

  it('finds the clusters of more points from a part of them, and leaves none empty', () => {
    const truth = Array.from({ length: 2600 }, (_, i) => (i * 7) % 3)
    const points = noise(truth.length, 3)
    truth.forEach((label, i) => {
      points.data[3 * i + label] += 2
    })
    const options = { clusters: 3, restarts: 1, start: 'greedy' as const, maxIterations: 12 }
    const { labels } = roughKmeans(kernels, points, { ...options, random: new Random(3) })
    expect(adjustedRandIndex(truth, labels)).toBe(1)
    const fine = roughKmeans(kernels, points, { ...options, clusters: 70, random: new Random(3) })
    expect(new Set(fine.labels).size).toBe(70)
  })
})
