import { beforeAll, describe, expect, it } from 'vitest'
import { kmeans } from '../../../src/numerics/kmeans/kmeans.ts'
import { kmeansOverRanks } from '../../../src/numerics/kmeans/kmeans-over-ranks.ts'
import { matrix } from '../../../src/numerics/linalg/matrix.ts'
import { unitRows } from '../../../src/numerics/linalg/scale.ts'
import { normal } from '../../../src/numerics/random/normal.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { exactSum, roundingFor } from '../../../src/runtime/ranks/exact-sum.ts'
import { singleProcess } from '../../../src/runtime/ranks/single-process.ts'
import { type KmeansCase, run } from './kmeans-rank.ts'
import { onRanks } from './thread-ranks.ts'

const places = new URL('./kmeans-rank.ts', import.meta.url)

/** Points of unit length about `centres` directions, as far apart as `noise` lets them. */
function directions(rows: number, columns: number, centres: number, noise: number): Float64Array {
  const random = new Random(rows)
  const means = Float64Array.from({ length: centres * columns }, () => normal(random))
  const data = Float64Array.from(
    { length: rows * columns },
    (_, p) => means[(Math.floor(p / columns) % centres) * columns + (p % columns)] + noise * normal(random),
  )
  return unitRows(matrix(rows, columns, data)).data
}

const separate: KmeansCase = { data: directions(300, 5, 4, 0.1), columns: 5, clusters: 4 }
const shapeless: KmeansCase = { data: directions(500, 7, 1, 3), columns: 7, clusters: 13 }
const collapsed: KmeansCase = {
  data: Float64Array.from({ length: 120 * 3 }, (_, p) => (p % 3 === (Math.floor(p / 3) < 100 ? 0 : 1) ? 1 : 0)),
  columns: 3,
  clusters: 4,
}
/** Differences of a few grains only: distances whose squares are near 2⁻⁸⁰. */
const nearlyCollapsed: KmeansCase = {
  data: Float64Array.from(collapsed.data, (value, p) => value - ((p * 7919) % 5) * 2 ** -40),
  columns: 3,
  clusters: 3,
}
const cases = [separate, shapeless, collapsed, nearlyCollapsed]

describe('exactSum(ranks, values, count)', () => {
  it('does not depend on the order, and loses nothing that matters', () => {
    const random = new Random(1)
    const values = Float64Array.from({ length: 1001 }, (_, i) => normal(random) * 2 ** -(i % 60))
    const backwards = exactSum(singleProcess, values.toReversed(), values.length)
    expect(exactSum(singleProcess, values, values.length)).toBe(backwards)
    expect(exactSum(singleProcess, Float64Array.of(1, 2 ** -60, -1), 3)).toBe(2 ** -60)
    expect(exactSum(singleProcess, new Float64Array(3), 3)).toBe(0)
  })

  it('rounds as coarsely as exact sums need and no more', () => {
    const rounding = roundingFor(1, 1000)
    expect(1 / 3 + rounding - rounding).toBeCloseTo(1 / 3, 12)
    expect(((1 / 3 + rounding - rounding) * 2 ** 41) % 1).toBe(0)
    expect(roundingFor(0, 5)).toBe(0)
  })
})

describe('kmeansOverRanks(ranks, kernels, points, options)', () => {
  let kernels: Kernels
  let alone: { labels: Int32Array; sum: number }[]
  beforeAll(async () => {
    kernels = await Kernels.load()
    alone = await run(singleProcess, cases)
  })

  it('finds the labels of kmeans in one process', () => {
    for (const [c, { data, columns, clusters }] of [separate, shapeless].entries()) {
      const points = matrix(data.length / columns, columns, data)
      const found = kmeans(kernels, points, { clusters, random: new Random(5), restarts: 4 })
      expect(alone[c].labels).toEqual(found.labels)
    }
  })

  it('keeps as many clusters as there are distinct points, at the most', () => {
    expect(new Set(alone[2].labels).size).toBe(2)
    expect(new Set(alone[3].labels).size).toBe(3)
  })

  it('draws starts until the best was found three times, unless their number is given', () => {
    const planned = ({ data, columns, clusters }: KmeansCase, restarts: number | null) => {
      const points = matrix(data.length / columns, columns, data)
      const steps = kmeansOverRanks(singleProcess, kernels, points, { clusters, random: new Random(5), restarts })
      return Math.max(...[...steps].map((step) => step.planned))
    }
    expect(planned(separate, null)).toBe(10)
    expect(planned(shapeless, null)).toBe(100)
    expect(planned(shapeless, 12)).toBe(12)
  })

  it.each([2, 3])('gives the same labels and sums on %i ranks, each of which has its own points only', async (size) => {
    const ranks = await onRanks<{ labels: Int32Array; sum: number }[]>(size, places, cases)
    for (const [c, { labels, sum }] of alone.entries()) {
      expect(Int32Array.from(ranks.flatMap((found) => [...found[c].labels]))).toEqual(labels)
      for (const found of ranks) expect(found[c].sum).toBe(sum)
    }
  })
})

describe('the kernel sumExactly', () => {
  it('splits every point in two parts whose sums by cluster are exact', async () => {
    const kernels = await Kernels.load()
    const random = new Random(3)
    const [rows, columns, clusters] = [50, 5, 3]
    const data = Float64Array.from({ length: rows * columns }, () => Math.round((random.uniform() - 0.5) * 2 ** 40))
    const labels = Int32Array.from({ length: rows }, () => random.below(clusters))
    const points = kernels.copyIn(data.map((value) => value * 2 ** -40))
    const places = kernels.allocate(rows / 2)
    places.i32.set(labels)
    const sums = kernels.allocate(2 * clusters * columns)
    sums.f64.fill(0)
    const low = sums.pointer + 8 * clusters * columns
    kernels.call.sumExactly(points.pointer, rows, columns, places.pointer, sums.pointer, low)
    for (let c = 0; c < clusters; c++)
      for (let j = 0; j < columns; j++) {
        let whole = 0
        for (let i = 0; i < rows; i++) if (labels[i] === c) whole += data[i * columns + j]
        const at = c * columns + j
        const [high, rest] = [sums.f64[at], sums.f64[clusters * columns + at]]
        expect(Number.isInteger(high * 2 ** 20)).toBe(true)
        expect((high + rest) * 2 ** 40).toBe(whole)
      }
  })
})
