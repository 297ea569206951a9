import type { Matrix, SparseMatrix } from '@manyview/core'
import { matrix, multiplyTranspose, normal, Random, symmetricEigen, toDense, unitRows } from '@manyview/core/numerics'
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

/** Two graphs without a link between them. */
function apart(a: SparseMatrix, b: SparseMatrix): SparseMatrix {
  const after = (links: Uint32Array, by: number) => links.map((link) => link + by)
  return {
    rows: a.rows + b.rows,
    columns: a.rows + b.rows,
    pointers: Uint32Array.of(...a.pointers, ...after(b.pointers, a.indices.length).subarray(1)),
    indices: Uint32Array.of(...a.indices, ...after(b.indices, a.rows)),
    values: Float64Array.of(...a.values, ...b.values),
  }
}

function cloud(rows: number, columns: number): Matrix {
  const random = new Random(columns)
  return rowsOf(rows, columns, () => normal(random))
}

function rowsOf(rows: number, columns: number, entry: (i: number, j: number) => number): Matrix {
  const data = Float64Array.from({ length: rows * columns }, (_, p) => entry(Math.floor(p / columns), p % columns))
  return matrix(rows, columns, data)
}

function columnsFrom(a: Matrix, first: number, columns: number): Matrix {
  return rowsOf(a.rows, columns, (i, j) => a.data[i * a.columns + first + j])
}

function single(a: Matrix): Matrix {
  return rowsOf(a.rows, a.columns, (i, j) => Math.fround(a.data[i * a.columns + j]))
}

function squaresOf(values: Float64Array): Float64Array {
  return values.map((value) => value * value)
}

function expectSameProducts(found: Matrix, wanted: Matrix): void {
  const [some, others] = [found, wanted].map((a) => multiplyTranspose(a, a).data)
  for (let p = 0; p < some.length; p++) expect(Math.abs(some[p] - others[p])).toBeLessThan(1e-3)
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

  it.each([
    ['one buffer', 1e6],
    ['several', 49 * 16],
  ])('embeds samples as plain loops do, with the parts beside both, in %s', async (_, bytes) => {
    const device = await narrowDevice(bytes)
    const graph = apart(ring(30), ring(19))
    const [features, parts] = [cloud(49, 5), cloud(49, 3)]
    // So many functions cut no pair of equal eigenvalues.
    const options = { count: 6, rank: 5, random: new Random(1), weigh: squaresOf, parts }
    const { joined, functions } = await onDevice(device, device.embed(graph, features, options))
    expect([joined.rows, joined.columns, functions]).toEqual([49, 17, 9])
    const rows = await onDevice(device, joined.take(Uint32Array.from({ length: 49 }, (_, i) => i)))
    joined.close()
    const { values, vectors } = symmetricEigen(toDense(graph))
    const functionOf = (i: number, f: number) => vectors.data[i * 49 + f]
    const spectral = rowsOf(49, 6, (i, f) => functionOf(i, f) * values[f] ** 2)
    const spectrum = rowsOf(6, 5, (f, j) => {
      let sum = 0
      for (let i = 0; i < 49; i++) sum += functionOf(i, f) * features.data[i * 5 + j]
      return values[f] ** 4 * sum
    })
    const smooth = rowsOf(49, 5, (i, j) => {
      let sum = 0
      for (let f = 0; f < 6; f++) sum += functionOf(i, f) * spectrum.data[f * 5 + j]
      return sum
    })
    // Axes of equal eigenvalues may be turned, so pairs of rows are compared.
    expectSameProducts(columnsFrom(rows, 0, 6), unitRows(spectral))
    expectSameProducts(columnsFrom(rows, 9, 5), unitRows(smooth))
    for (const first of [6, 14]) expect(columnsFrom(rows, first, 3)).toEqual(single(parts))
  })

  it('embeds samples the same again, without parts in fewer columns', async () => {
    const device = await softwareDevice()
    const features = cloud(97, 5)
    const options = () => ({ count: 4, rank: 3, random: new Random(1), weigh: squaresOf, parts: null })
    const one = await onDevice(device, device.embed(ring(97), features, options()))
    const again = await onDevice(device, device.embed(ring(97), features, options()))
    expect([one.joined.rows, one.joined.columns, one.functions]).toEqual([97, 7, 4])
    const places = Uint32Array.from({ length: 97 }, (_, i) => 96 - i)
    const rows = await onDevice(device, one.joined.take(places))
    expect(await onDevice(device, again.joined.take(places))).toEqual(rows)
    const few = await onDevice(device, one.joined.take(Uint32Array.of(96, 3)))
    expect([...few.data.subarray(0, 7)]).toEqual([...rows.data.subarray(0, 7)])
    for (const { joined } of [one, again]) joined.close()
  })
})
