import type { Matrix } from '@manyview/core'
import { matrix, Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { GpuDevice } from '../src/index.ts'
import { narrowDevice, noSoftwareDevice, onDevice, softwareDevice } from './software-device.ts'

/** Bytes of a buffer that the candidates of a tile fit into. */
const NARROW = 200_000

/** Points with whole coordinates, exact in single precision, and many at equal distances. */
function wholePoints(rows: number, columns: number, below = 8): Matrix {
  const random = new Random(rows * 100 + columns)
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => random.below(below)),
  )
}

/** The nearest others of each point by all distances; equal ones by the lower index. */
function plainNearest({ rows, columns, data }: Matrix, length: number): number[][] {
  return Array.from({ length: rows }, (_, i) =>
    Array.from({ length: rows }, (_, j) => {
      let square = 0
      for (let c = 0; c < columns; c++) square += (data[i * columns + c] - data[j * columns + c]) ** 2
      return { j, square }
    })
      .filter(({ j }) => j !== i)
      .sort((a, b) => a.square - b.square || a.j - b.j)
      .slice(0, length)
      .map(({ j }) => j),
  )
}

function listsOf(found: Int32Array, length: number): number[][] {
  return Array.from({ length: found.length / length }, (_, i) => [...found.subarray(i * length, (i + 1) * length)])
}

describe.skipIf(noSoftwareDevice)('the nearest points on a device', () => {
  it.each([
    [2, 1, 1],
    [3, 2, 2],
    [127, 7, 5],
    [128, 8, 16],
    [131, 9, 16],
    [257, 17, 3],
  ])('of %i points with %i coordinates are those of the plain loop, %i each', async (rows, columns, length) => {
    const device = await softwareDevice()
    const points = wholePoints(rows, columns)
    const found = await onDevice(device, device.nearest(points, length, new Random(1)))
    expect(listsOf(found, length)).toEqual(plainNearest(points, length))
  })

  it('of no point, of one point and of lists without entries are none', async () => {
    const device = await softwareDevice()
    expect(await onDevice(device, device.nearest(matrix(0, 3), 5, new Random(1)))).toHaveLength(0)
    expect(await onDevice(device, device.nearest(wholePoints(1, 3), 0, new Random(1)))).toHaveLength(0)
  })

  it('of equal points are those of the lowest index', async () => {
    const device = await softwareDevice()
    const found = await onDevice(device, device.nearest(matrix(150, 3), 4, new Random(1)))
    expect(listsOf(found, 4)[0]).toEqual([1, 2, 3, 4])
    expect(listsOf(found, 4)[149]).toEqual([0, 1, 2, 3])
  })

  it('are the same by lists that all meet', async () => {
    const device = await softwareDevice()
    const points = wholePoints(90, 4, 1000)
    const found = await onDevice(device, device.nearest(points, 3, new Random(1), 0))
    expect(listsOf(found, 3)).toEqual(plainNearest(points, 3))
  })

  it.each([
    [600, 90, Infinity],
    [300, 9, 0],
  ])('of %i points with %i coordinates are the same in blocks, exact up to %f', async (rows, columns, exactUpTo) => {
    const points = wholePoints(rows, columns, 1000)
    const device = await softwareDevice()
    const blocks = new GpuDevice((await narrowDevice(NARROW)).card, 0, ['room'])
    const whole = await onDevice(device, device.nearest(points, 3, new Random(1), exactUpTo))
    expect(await onDevice(blocks, blocks.nearest(points, 3, new Random(1), exactUpTo))).toEqual(whole)
  })

  it.each([
    [600, 90, Infinity],
    [90, 48, 0],
  ])(
    'of %i points with %i coordinates are the same where they or their tiles lie in several buffers, exact up to %f',
    async (rows, columns, exactUpTo) => {
      const points = wholePoints(rows, columns, 1000)
      const [device, narrow] = [await softwareDevice(), await narrowDevice(NARROW)]
      const [wide, several] = await Promise.all([
        onDevice(device, device.nearest(points, 3, new Random(1), exactUpTo)),
        onDevice(narrow, narrow.nearest(points, 3, new Random(1), exactUpTo)),
      ])
      expect(several).toEqual(wide)
    },
  )
})
