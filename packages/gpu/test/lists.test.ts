import type { Matrix } from '@manyview/core'
import { matrix, median, type Neighbours, normal, Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { noSoftwareDevice, onDevice, softwareDevice } from './software-device.ts'

function cloud(rows: number, columns: number, seed = 1): Matrix {
  const random = new Random(rows + columns + 1000 * seed)
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => normal(random)),
  )
}

function squareIn({ columns, data }: Matrix, a: number, b: number): number {
  let square = 0
  for (let c = 0; c < columns; c++) square += (data[columns * a + c] - data[columns * b + c]) ** 2
  return square
}

/** The nearest others of each point, by all distances. */
function nearest(points: Matrix, count: number): Neighbours {
  const lists = Array.from({ length: points.rows }, (_, i) =>
    Array.from({ length: points.rows }, (_, j) => j)
      .filter((j) => j !== i)
      .sort((a, b) => squareIn(points, i, a) - squareIn(points, i, b))
      .slice(0, count),
  )
  const indices = Int32Array.from(lists.flat())
  const squaredDistances = Float64Array.from(indices, (j, p) => squareIn(points, Math.floor(p / count), j))
  return { samples: points.rows, count, indices, squaredDistances }
}

/** How close two samples are in the view where they are furthest apart, in the next, and which it is, as a share of the usual reach of their lists. */
function closeness(points: readonly Matrix[], reaches: readonly number[][], a: number, b: number) {
  const shares = points.map((view, v) => Math.sqrt(squareIn(view, a, b) / Math.min(reaches[v][a], reaches[v][b])))
  const order = [...shares.keys()].sort((v, w) => shares[w] - shares[v] || v - w)
  return { all: shares[order[0]], allButOne: points.length > 2 ? shares[order[1]] : Infinity, worst: order[0] }
}

function plainReaches(points: readonly Matrix[], lists: readonly Neighbours[]): number[][] {
  return points.map((view, v) => {
    const { count, indices } = lists[v]
    const own = Array.from({ length: view.rows }, (_, i) =>
      Math.max(...Array.from(indices.subarray(i * count, (i + 1) * count), (j) => squareIn(view, i, j))),
    )
    const usual = median(own)
    return own.map((reach) => Math.min(reach, usual))
  })
}

describe.skipIf(noSoftwareDevice)('lists of neighbours on a device', () => {
  it.each([
    [2, 1, 1],
    [131, 7, 3],
    [300, 4, 10],
  ])(
    'have their mean distances in other points: %i samples, %i coordinates, %i neighbours',
    async (n, columns, count) => {
      const device = await softwareDevice()
      const others = cloud(n, columns, 2)
      const lists = nearest(cloud(n, 4), count)
      const found = await onDevice(device, device.meanDistances(others, lists))
      for (let i = 0; i < n; i++) {
        const near = lists.indices.subarray(i * count, (i + 1) * count)
        const mean = near.reduce((sum, j) => sum + Math.sqrt(squareIn(others, i, j)), 0) / count
        expect(Math.abs(found[i] - mean)).toBeLessThan(1e-5)
      }
    },
  )

  it.each([
    [2, 1, 1],
    [257, 5, 10],
    [600, 10, 3],
  ])('are counted where two of them agree: %i samples, %i and %i neighbours', async (n, ours, theirs) => {
    const device = await softwareDevice()
    const [a, b] = [nearest(cloud(n, 2), ours), nearest(cloud(n, 2), theirs)]
    let common = 0
    for (let i = 0; i < n; i++) {
      const other = b.indices.subarray(i * theirs, (i + 1) * theirs)
      common += a.indices.subarray(i * ours, (i + 1) * ours).filter((j) => other.includes(j)).length
    }
    expect(await onDevice(device, device.commonNeighbours(a, b))).toBe(common)
  })

  it.each([1, 2, 3])('tell which samples nearly coincide in %i views, or in all but one of three', async (views) => {
    const device = await softwareDevice()
    const points = Array.from({ length: views }, (_, v) => cloud(150, 5, v))
    // Sample 10 is nearly sample 0 in all views, sample 11 is sample 1 but for the last view, sample 12 is sample 2 itself.
    for (const [v, { columns, data }] of points.entries())
      for (const [copy, of] of [[10, 0] as const, [11, 1] as const, [12, 2] as const])
        for (let c = 0; c < columns; c++)
          if (copy !== 11 || v < views - 1)
            data[copy * columns + c] = data[of * columns + c] + (copy === 12 ? 0 : 0.01 * (c + 1))
    const lists = points.map((view) => nearest(view, 4))
    const reaches = plainReaches(points, lists)
    const seconds: number[][] = []
    const limitOf = (second: Float64Array) => {
      seconds.push([...second])
      return 0.2
    }
    const found = await onDevice(
      device,
      device.closePairs(
        points.map((view, v) => ({ points: view, lists: lists[v] })),
        limitOf,
      ),
    )
    const wanted = new Set<string>()
    const nearby = Array.from({ length: 150 }, (_, i) => [
      ...new Set(lists.flatMap(({ indices, count }) => [...indices.subarray(i * count, (i + 1) * count)])),
    ])
    for (const [a, others] of nearby.entries())
      for (const b of others) {
        const { all, allButOne, worst } = closeness(points, reaches, a, b)
        const pair = `${Math.min(a, b)} ${Math.max(a, b)}`
        if (all <= 0.2) wanted.add(`${pair} null`)
        else if (allButOne <= 0.2) wanted.add(`${pair} ${worst}`)
      }
    expect(new Set(found.map(({ first, second, except }) => `${first} ${second} ${except}`))).toEqual(wanted)
    expect(wanted.has('0 10 null')).toBe(true)
    expect(wanted.has('2 12 null')).toBe(true)
    expect(wanted.has('1 11 2')).toBe(views === 3)
    for (const [i, others] of nearby.entries()) {
      const apart = others.map((b) => closeness(points, reaches, i, b).all).filter((share) => share > 0)
      expect(seconds[0][i]).toBeCloseTo(apart.sort((a, b) => a - b)[1], 4)
    }
  })
})
