import {
  type Matrix,
  matrix,
  normal,
  Random,
  type SparseMatrix,
  symmetricEigen,
  toDense,
} from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { downloadWide } from '../src/dense/wide-matrix.ts'
import { leadingFunctions } from '../src/graph/leading-functions.ts'
import { narrowDevice, noSoftwareDevice, onDevice, softwareDevice } from './software-device.ts'

const turn = { stage: 'test', iteration: 1, total: 1 }

/** A ring of n nodes, each linked to its four nearest, in rows that sum to 1: eigenvalues are known to come in pairs. */
function ring(n: number): SparseMatrix {
  const near = (i: number) => [-2, -1, 1, 2].map((step) => (i + step + n) % n).sort((a, b) => a - b)
  return {
    rows: n,
    columns: n,
    pointers: Uint32Array.from({ length: n + 1 }, (_, i) => 4 * i),
    indices: Uint32Array.from({ length: 4 * n }, (_, p) => near(Math.floor(p / 4))[p % 4]),
    values: new Float64Array(4 * n).fill(0.25),
  }
}

function lengthOf(a: Matrix, i: number, columns: number): number {
  const row = a.data.subarray(i * a.columns, i * a.columns + columns)
  return Math.sqrt(row.reduce((sum, value) => sum + value * value, 0))
}

describe.skipIf(noSoftwareDevice)('a graph on a device', () => {
  it.each([
    [97, 'one buffer', 1e6],
    [130, 'one buffer', 1e6],
    [97, 'several', 97 * 32],
  ])('of %i nodes has the leading eigenpairs of the dense matrix, in %s', async (n, _, bytes) => {
    const device = await narrowDevice(bytes)
    const graph = ring(n)
    const room = device.card.room()
    const found = leadingFunctions(device.card, room, graph, 6, new Random(1))
    const { values, vectors } = await onDevice(device, found)
    const dense = toDense(graph)
    const wanted = symmetricEigen(dense).values
    for (let j = 0; j < 6; j++) expect(Math.abs(values[j] - wanted[j])).toBeLessThan(1e-4)
    const u = await onDevice(device, downloadWide(device.card, vectors, turn))
    for (let j = 0; j < 6; j++) {
      let residual = 0
      for (let i = 0; i < n; i++) {
        let image = 0
        for (let c = 0; c < n; c++) image += dense.data[i * n + c] * u.data[c * 6 + j]
        residual += (image - values[j] * u.data[i * 6 + j]) ** 2
      }
      expect(Math.sqrt(residual)).toBeLessThan(0.02)
    }
    room.free()
  })

  it('embeds samples in rows of unit length, the same again', async () => {
    const device = await softwareDevice()
    const random = new Random(3)
    const features = matrix(
      97,
      5,
      Float64Array.from({ length: 485 }, () => normal(random)),
    )
    const options = () => ({ count: 4, rank: 3, random: new Random(1) })
    const one = await onDevice(device, device.embed(ring(97), features, options()))
    const again = await onDevice(device, device.embed(ring(97), features, options()))
    expect([one.joined.rows, one.joined.columns, one.functions]).toEqual([97, 7, 4])
    const places = Uint32Array.from({ length: 97 }, (_, i) => 96 - i)
    const rows = await onDevice(device, one.joined.take(places))
    for (let i = 0; i < 97; i++) expect(lengthOf(rows, i, 4)).toBeCloseTo(1, 5)
    expect(await onDevice(device, again.joined.take(places))).toEqual(rows)
    const few = await onDevice(device, one.joined.take(Uint32Array.of(96, 3)))
    expect([...few.data.subarray(0, 7)]).toEqual([...rows.data.subarray(0, 7)])
    for (const { joined } of [one, again]) joined.close()
  })
})
