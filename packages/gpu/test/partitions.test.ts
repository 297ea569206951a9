import type { Matrix, SparseMatrix } from '@manyview/core'
import { matrix, Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { narrowDevice, noSoftwareDevice, onDevice, softwareDevice } from './software-device.ts'

function plainLinks(graph: SparseMatrix, labels: Uint8Array, clusters: number): Matrix {
  const links = matrix(clusters, clusters)
  for (let i = 0; i < graph.rows; i++)
    for (let p = graph.pointers[i]; p < graph.pointers[i + 1]; p++)
      links.data[labels[i] * clusters + labels[graph.indices[p]]] += graph.values[p]
  return links
}

describe.skipIf(noSoftwareDevice)('partitions on a device', () => {
  it.each([
    [1, 1e6],
    [19, 1e6],
    [20, 64 * 4 * 50],
  ])('add up the rows that %i of them choose, in buffers of %i bytes', async (count, bytes) => {
    const device = await narrowDevice(bytes)
    const random = new Random(count)
    const [samples, width] = [131, 3]
    const partitions = Array.from({ length: count }, (_, b) => ({
      labels: Uint8Array.from({ length: samples }, () => random.below(b + 1)),
      rows: Float64Array.from({ length: (b + 1) * width }, () => random.below(100)),
    }))
    const wanted = new Float64Array(samples * width)
    for (const { labels, rows } of partitions)
      for (let p = 0; p < wanted.length; p++) wanted[p] += rows[labels[Math.floor(p / width)] * width + (p % width)]
    const found = await onDevice(device, device.addChosen(samples, width, partitions, 'vote'))
    expect(found.data).toEqual(wanted)
  })

  it('have the links of a graph between their clusters', async () => {
    const device = await softwareDevice()
    const random = new Random(7)
    const n = 131
    const graph = {
      rows: n,
      columns: n,
      pointers: Uint32Array.from({ length: n + 1 }, (_, i) => 3 * i),
      indices: Uint32Array.from({ length: 3 * n }, () => random.below(n)),
      values: Float64Array.from({ length: 3 * n }, () => random.below(8) / 8),
    }
    const partitions = [1, 5].map((clusters) => ({
      clusters,
      labels: Uint8Array.from({ length: n }, () => random.below(clusters)),
    }))
    const found = await onDevice(device, device.clusterLinks(graph, partitions))
    expect(found).toEqual(partitions.map(({ labels, clusters }) => plainLinks(graph, labels, clusters)))
  })

  it('take the nearest centre in their columns, the lowest of equal ones', async () => {
    const device = await softwareDevice()
    const points = matrix(
      131,
      3,
      Float64Array.from({ length: 393 }, (_, p) => (p * 7) % 10),
    )
    const sets = [
      { centres: matrix(3, 2, Float64Array.of(0, 0, 9, 9, 0, 0)), first: 1 },
      { centres: matrix(1, 3), first: 0 },
    ]
    const found = await onDevice(device, device.assign(points, sets))
    const wanted = Array.from({ length: 131 }, (_, i) => {
      const [a, b] = [points.data[3 * i + 1], points.data[3 * i + 2]]
      return a * a + b * b <= (a - 9) ** 2 + (b - 9) ** 2 ? 0 : 1
    })
    expect([...found[0]]).toEqual(wanted)
    expect(found[1].every((label) => label === 0)).toBe(true)
  })
})
