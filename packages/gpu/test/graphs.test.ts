import type { Matrix, SparseMatrix } from '@manyview/core'
import { matrix, nearestNeighbours, neighbourGraph, normal, Random, sumGraphs } from '@manyview/core/numerics'
import { Kernels, singleProcess } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import { narrowDevice, noSoftwareDevice, onDevice, softwareDevice } from './software-device.ts'

const kernels = await Kernels.load()

function cloud(rows: number, columns: number): Matrix {
  const random = new Random(rows + columns)
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => normal(random)),
  )
}

async function plainNeighbours(points: Matrix, count: number) {
  const search = nearestNeighbours(kernels, points, count, singleProcess)
  for (;;) {
    const step = search.next()
    if (step.done) return step.value
  }
}

function expectGraph(found: SparseMatrix, wanted: SparseMatrix): void {
  expect([...found.pointers]).toEqual([...wanted.pointers])
  expect([...found.indices]).toEqual([...wanted.indices])
  for (let p = 0; p < wanted.values.length; p++) expect(Math.abs(found.values[p] - wanted.values[p])).toBeLessThan(2e-6)
}

/** Links between consecutive nodes of each chain, both ways. */
function chains(lengths: readonly number[]): SparseMatrix {
  const rows = lengths.flatMap((length, c) => {
    const first = lengths.slice(0, c).reduce((sum, before) => sum + before, 0)
    return Array.from({ length }, (_, i) => [i - 1, i + 1].filter((j) => j >= 0 && j < length).map((j) => first + j))
  })
  const pointers = new Uint32Array(rows.length + 1)
  for (const [i, row] of rows.entries()) pointers[i + 1] = pointers[i] + row.length
  const indices = Uint32Array.from(rows.flat())
  return {
    rows: rows.length,
    columns: rows.length,
    pointers,
    indices,
    values: new Float64Array(indices.length).fill(1),
  }
}

describe.skipIf(noSoftwareDevice)('graphs built on a device', () => {
  it.each([
    [2, 1, 1],
    [3, 4, 2],
    [131, 5, 7],
    [257, 3, 10],
  ])(
    'of %i points with %i coordinates are those of the core, and so are the neighbours',
    async (rows, columns, count) => {
      const device = await softwareDevice()
      const points = cloud(rows, columns)
      const wanted = await plainNeighbours(points, count)
      const found = await onDevice(device, device.neighbours(points, count, new Random(1)))
      expect(found.indices).toEqual(wanted.indices)
      for (let p = 0; p < wanted.indices.length; p++)
        expect(Math.abs(found.squaredDistances[p] - wanted.squaredDistances[p])).toBeLessThan(1e-5)
      const graph = await onDevice(device, device.neighbourGraph(found))
      expectGraph(graph, neighbourGraph(kernels, wanted, rows, singleProcess))
      const twice = await onDevice(device, device.sumGraphs([graph, chains([rows]), graph], [0.25, 2, 0.5]))
      expectGraph(twice, sumGraphs(kernels, [graph, chains([rows]), graph], [0.25, 2, 0.5]))
    },
  )

  it('are empty where there are no neighbours, and leave out what is at no distance', async () => {
    const device = await softwareDevice()
    const alone = await onDevice(device, device.neighbours(cloud(1, 3), 5, new Random(1)))
    expect([alone.samples, alone.count]).toEqual([1, 0])
    expectGraph(await onDevice(device, device.neighbourGraph(alone)), neighbourGraph(kernels, alone, 1, singleProcess))
    const lists = {
      samples: 3,
      count: 2,
      indices: Int32Array.of(1, 2, 0, 0, 0, 0),
      squaredDistances: Float64Array.of(1, 4, 1, Infinity, 4, Infinity),
    }
    expectGraph(await onDevice(device, device.neighbourGraph(lists)), neighbourGraph(kernels, lists, 3, singleProcess))
  })

  it('are the same where coordinates and links lie in several buffers', async () => {
    const points = cloud(700, 80)
    const wanted = await plainNeighbours(points, 4)
    // The candidates of a tile fit, but not 80 coordinates of all points, nor the links of seven graphs.
    const device = await narrowDevice(200_000)
    const found = await onDevice(device, device.neighbours(points, 4, new Random(1)))
    expect(found.indices).toEqual(wanted.indices)
    const graph = await onDevice(device, device.neighbourGraph(found))
    expectGraph(graph, neighbourGraph(kernels, wanted, 700, singleProcess))
    const many = [graph, graph, chains([700]), graph, graph, graph, graph]
    const weights = many.map((_, g) => 1 / (g + 1))
    expectGraph(await onDevice(device, device.sumGraphs(many, weights)), sumGraphs(kernels, many, weights))
  })

  it('fall into the parts that they have', async () => {
    const device = await softwareDevice()
    const graph = chains([1, 302, 97])
    // A link of weight 0 is none.
    graph.values[graph.pointers[2] + 1] = 0
    graph.values[graph.pointers[3]] = 0
    const { labels, sizes } = await onDevice(device, device.graphComponents(graph))
    expect(sizes).toEqual([1, 2, 300, 97])
    expect([...labels]).toEqual(sizes.flatMap((size, part) => Array<number>(size).fill(part)))
  })
})
