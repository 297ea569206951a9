import { describe, expect, it } from 'vitest'
import { approximateSharedNeighbours } from '../../src/graphs/approximate-shared-neighbours.ts'
import { nearestNeighbours } from '../../src/graphs/nearest-neighbours.ts'
import { neighbourGraph } from '../../src/graphs/neighbour-graph.ts'
import { sharedNeighbours } from '../../src/graphs/shared-neighbours.ts'
import { type SharedPoints, sharedDistance } from '../../src/graphs/shared-points.ts'
import { matrix } from '../../src/numerics/linalg/matrix.ts'
import { concatenateColumns } from '../../src/numerics/linalg/scale.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { comparableRows } from '../../src/views/comparable-rows.ts'

/** n points in three views around `groups` centres, a share of all blocks absent. */
function incompletePoints(n: number, groups: number, seed: number, share = 1 / 3): SharedPoints {
  const random = new Random(seed)
  const present = [0, 1, 2].map(() => new Uint8Array(n))
  for (let i = 0; i < n; i++) {
    for (const view of present) view[i] = random.uniform() < share ? 0 : 1
    present[random.below(3)][i] = 1
  }
  const blocks = [5, 9, 4].map((columns, v) => {
    const centres = Array.from({ length: groups * columns }, () => 2 * normal(random))
    const block = matrix(n, columns)
    for (let i = 0; i < n; i++)
      for (let c = 0; c < columns; c++)
        block.data[i * columns + c] = present[v][i] * (centres[(i % groups) * columns + c] + normal(random))
    return comparableRows(block, singleProcess)
  })
  return { blocks, present, weights: [1, 0.5, 1.5] }
}

describe('sharedNeighbours(kernels, points, count)', () => {
  it('finds what sorting all shared distances finds, nearest first', async () => {
    const points = incompletePoints(150, 5, 1)
    const found = runToEnd(sharedNeighbours(await Kernels.load(), points, 10))
    for (let i = 0; i < 150; i++) {
      const all = Array.from({ length: 150 }, (_, j) => ({ j, distance: sharedDistance(points, i, j) }))
        .filter(({ j }) => j !== i)
        .sort((a, b) => a.distance - b.distance || a.j - b.j)
        .slice(0, 10)
      expect(Array.from(found.indices.subarray(10 * i, 10 * i + 10))).toEqual(all.map(({ j }) => j))
      expect(Array.from(found.squaredDistances.subarray(10 * i, 10 * i + 10))).toEqual(all.map((one) => one.distance))
    }
  })

  it('counts one more view in which the two are unrelated', () => {
    const unit = (angle: number) => [Math.cos(angle), Math.sin(angle)]
    const block = matrix(2, 2, Float64Array.from([...unit(0), ...unit(0.4)]))
    const both = Uint8Array.of(1, 1)
    const alone = { blocks: [block], present: [both], weights: [1] }
    const square = 2 - 2 * Math.cos(0.4)
    expect(sharedDistance(alone, 0, 1)).toBeCloseTo((square + 2) / 2, 14)
    const twice = { blocks: [block, block], present: [both, both], weights: [1, 1] }
    expect(sharedDistance(twice, 0, 1)).toBeCloseTo((2 * square + 2) / 3, 14)
    expect(sharedDistance({ ...twice, present: [both, Uint8Array.of(1, 0)] }, 0, 1)).toBeCloseTo((square + 2) / 2, 14)
  })

  it('orders neighbours as the plain distance does where all views are there', async () => {
    const complete = { ...incompletePoints(80, 4, 2, 0), weights: [1, 1, 1] }
    const kernels = await Kernels.load()
    const found = runToEnd(sharedNeighbours(kernels, complete, 7))
    const side = matrix(80, 18)
    for (let i = 0; i < 80; i++) {
      let place = i * 18
      for (const { columns, data } of complete.blocks)
        for (let c = 0; c < columns; c++) side.data[place++] = data[i * columns + c]
    }
    expect(found.indices).toEqual(runToEnd(nearestNeighbours(kernels, side, 7, singleProcess)).indices)
  })

  it('never links points that share no view, and graphs leave such gaps out', async () => {
    const points = incompletePoints(40, 2, 3)
    const present = points.present.map((view) => view.slice())
    // Points 0 … 3 have the first view alone, all others the second alone.
    present.forEach((view, v) => {
      for (let i = 0; i < 40; i++) view[i] = Number(v === (i < 4 ? 0 : 1))
    })
    const kernels = await Kernels.load()
    const found = runToEnd(sharedNeighbours(kernels, { ...points, present }, 10))
    for (let i = 0; i < 4; i++) {
      const distances = Array.from(found.squaredDistances.subarray(10 * i, 10 * i + 10))
      expect(distances.filter((distance) => distance < Infinity)).toHaveLength(3)
      expect(Array.from(found.indices.subarray(10 * i, 10 * i + 3)).every((j) => j < 4)).toBe(true)
    }
    const graph = neighbourGraph(kernels, found, 40, singleProcess)
    expect(graph.values.every((value) => value > 0 && value <= 1)).toBe(true)
    for (let i = 0; i < 40; i++)
      for (const j of graph.indices.subarray(graph.pointers[i], graph.pointers[i + 1])) expect(i < 4).toBe(j < 4)
  })
})

describe('approximateSharedNeighbours(kernels, points, sideBySide, withinViews, count, random)', () => {
  it('finds at least 95 of 100 neighbours', async () => {
    const n = 1500
    const points = incompletePoints(n, 12, 5)
    const kernels = await Kernels.load()
    const exact = runToEnd(sharedNeighbours(kernels, points, 10))
    const within = points.blocks.map((block, v) => {
      const place = Uint32Array.from(points.present[v].keys()).filter((i) => points.present[v][i] === 1)
      const rows = matrix(place.length, block.columns)
      place.forEach((i, p) => {
        rows.data.set(block.data.subarray(i * block.columns, (i + 1) * block.columns), p * block.columns)
      })
      return { place, neighbours: runToEnd(nearestNeighbours(kernels, rows, 10, singleProcess)) }
    })
    const found = runToEnd(
      approximateSharedNeighbours(
        kernels,
        points,
        concatenateColumns(points.blocks),
        within,
        10,
        new Random(1),
        singleProcess,
      ),
    )
    let common = 0
    for (let i = 0; i < n; i++) {
      const wanted = new Set(exact.indices.subarray(10 * i, 10 * i + 10))
      for (const j of found.indices.subarray(10 * i, 10 * i + 10)) if (wanted.has(j)) common++
    }
    expect(common / (10 * n)).toBeGreaterThan(0.95)
  })
})
