import type { Matrix } from '@manyview/core'
import { matrix, normal, Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { noSoftwareDevice, onDevice, softwareDevice } from './software-device.ts'

const FOLDS = 3

function cloud(rows: number, columns: number, seed = 0): Matrix {
  const random = new Random(rows + columns + seed)
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => normal(random)),
  )
}

function groupsOf(rows: number, clusters: number) {
  const random = new Random(rows)
  return {
    labels: Int32Array.from({ length: rows }, () => random.below(clusters)),
    clusters,
    weights: Float64Array.from({ length: rows }, () => 0.02 + random.uniform()),
    folds: Uint8Array.from({ length: rows }, () => random.below(FOLDS)),
  }
}

const shapes = [
  [1, 1, 1],
  [131, 5, 3],
  [1500, 30, 20],
] as const

describe.skipIf(noSoftwareDevice)('the refinement on a device', () => {
  it.each(shapes)('adds up %i points with %i coordinates by fold and by %i clusters', async (n, p, clusters) => {
    const device = await softwareDevice()
    const [points, groups] = [cloud(n, p), groupsOf(n, clusters)]
    const found = await onDevice(device, device.foldSums(points, groups, FOLDS))
    for (const [fold, { points: sums, squares }] of found.entries()) {
      const [wanted, wantedSquares] = [new Float64Array(clusters * p), new Float64Array(p * p)]
      for (let i = 0; i < n; i++) {
        if (groups.folds[i] !== fold) continue
        const row = points.data.subarray(i * p, (i + 1) * p)
        for (let j = 0; j < p; j++) {
          wanted[groups.labels[i] * p + j] += groups.weights[i] * row[j]
          for (let k = 0; k < p; k++) wantedSquares[j * p + k] += groups.weights[i] * row[j] * row[k]
        }
      }
      expect(sums.data).toHaveLength(wanted.length)
      wanted.forEach((value, q) => {
        expect(Math.abs(sums.data[q] - value)).toBeLessThan(1e-6 * n + 1e-5)
      })
      wantedSquares.forEach((value, q) => {
        expect(Math.abs(squares.data[q] - value)).toBeLessThan(1e-6 * n + 1e-5)
      })
    }
  })

  it.each(shapes)(
    'measures how far %i points with %i coordinates are from the means of %i clusters',
    async (n, p, clusters) => {
      const device = await softwareDevice()
      const [points, groups, means] = [cloud(n, p), groupsOf(n, clusters), cloud(clusters, p, 9)]
      let wanted = 0
      for (let i = 0; i < n; i++) {
        let square = 0
        for (let j = 0; j < p; j++) square += (points.data[i * p + j] - means.data[groups.labels[i] * p + j]) ** 2
        wanted += (groups.weights[i] * square) ** 2
      }
      const found = await onDevice(device, device.spreadWithin(points, groups, means))
      expect(Math.abs(found / wanted - 1)).toBeLessThan(1e-5)
    },
  )

  it.each(shapes)('turns %i points with %i coordinates by fold into %i more', async (n, p, q) => {
    const device = await softwareDevice()
    const [points, groups] = [cloud(n, p), groupsOf(n, 2)]
    const turns = Array.from({ length: FOLDS }, (_, fold) => ({
      turn: cloud(p, q, fold),
      offset: cloud(1, q, fold).data,
    }))
    const turned = Array.from({ length: n }, (_, i) => {
      const { turn, offset } = turns[groups.folds[i]]
      return Array.from(offset, (off, c) => {
        let sum = -off
        for (let j = 0; j < p; j++) sum += points.data[i * p + j] * turn.data[j * q + c]
        return sum
      })
    })
    const squareOf = (row: readonly number[]) => row.reduce((sum, value) => sum + value * value, 0)
    const mean = turned.reduce((sum, row) => sum + squareOf(row), 0) / n
    const found = await onDevice(device, device.besideTurned(points, groups, turns))
    expect([found.rows, found.columns]).toEqual([n, p + q])
    for (let i = 0; i < n; i++) {
      const soft = turned[i].map((value) => value / Math.sqrt(squareOf(turned[i]) + mean))
      const both = [...points.data.subarray(i * p, (i + 1) * p), ...soft]
      const length = Math.sqrt(squareOf(both))
      for (let c = 0; c < p + q; c++)
        expect(Math.abs(found.data[i * (p + q) + c] - both[c] / length)).toBeLessThan(1e-5)
    }
  })
})
