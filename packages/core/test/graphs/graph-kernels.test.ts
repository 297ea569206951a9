import { expect, it } from 'vitest'
import { clusterLinks } from '../../src/graphs/cluster-links.ts'
import { sumGraphs } from '../../src/graphs/sum-graphs.ts'
import { matrix } from '../../src/numerics/linalg/matrix.ts'
import { type SparseMatrix, toDense } from '../../src/numerics/linalg/sparse-matrix.ts'
import { exponential } from '../../src/numerics/math/exponential.ts'
import { power } from '../../src/numerics/math/power.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { sparseRows } from '../../src/views/sparse-rows.ts'

const kernels = await Kernels.load()

/** Rows of links to others in their order, some rows without any. */
function randomGraph(rows: number, columns: number, seed: number): SparseMatrix {
  const random = new Random(seed)
  const data = Float64Array.from({ length: rows * columns }, () => random.uniform() - 0.5)
  return sparseRows(
    matrix(
      rows,
      columns,
      data.map((value, p) => (Math.abs(value) < 0.1 * (Math.floor(p / columns) % 4) ? value : 0)),
    ),
  )
}

it('links between clusters have the bytes of a plain loop', () => {
  const graph = randomGraph(70, 90, 40)
  const random = new Random(41)
  const partitions = [1, 7].map((clusters) => ({
    clusters,
    labels: Uint8Array.from({ length: 90 }, () => random.below(clusters)),
    own: Int32Array.from({ length: 70 }, () => random.below(clusters)),
  }))
  const plain = partitions.map(({ clusters, labels, own }) => {
    const links = new Float64Array(clusters * clusters)
    for (let i = 0; i < graph.rows; i++)
      for (let p = graph.pointers[i]; p < graph.pointers[i + 1]; p++)
        links[own[i] * clusters + labels[graph.indices[p]]] += graph.values[p]
    return links
  })
  expect(clusterLinks(kernels, graph, partitions).map(({ data }) => data)).toEqual(plain)
})

it('sums of graphs have the bytes of a plain loop, of one graph and of several', () => {
  const graphs = [42, 43, 44].map((seed) => randomGraph(30, 40, seed))
  const weights = [0.3, 1, -0.7]
  for (const count of [1, 2, 3]) {
    const some = graphs.slice(0, count)
    const plain = new Float64Array(30 * 40)
    for (const [g, graph] of some.entries())
      toDense(graph).data.forEach((value, p) => {
        plain[p] += weights[g] * value
      })
    const sum = sumGraphs(kernels, some, weights)
    expect(toDense(sum).data.map((value) => value + 0)).toEqual(plain.map((value) => value + 0))
    for (let i = 0; i < sum.rows; i++) {
      const places = Array.from(sum.indices.subarray(sum.pointers[i], sum.pointers[i + 1]))
      expect(places).toEqual([...new Set(places)].sort((a, b) => a - b))
    }
  }
})

it('links to neighbours have the bytes of the plain formula, from the nearest to those out of reach', () => {
  const random = new Random(45)
  const [lists, count, first] = [200, 6, 3]
  const scales = Float64Array.from({ length: lists + first }, (_, i) => (i % 9 === 0 ? 0 : 0.1 + random.uniform()))
  const indices = Int32Array.from({ length: lists * count }, (_, e) => ((e % count) * 31 + e * 7) % (lists + first))
  const squares = Float64Array.from({ length: lists * count }, (_, e) =>
    e % 11 === 0 ? Infinity : random.uniform() * power(10, (e % 13) - 9),
  )
  const values = kernels.allocate(lists * count)
  const sorted = kernels.allocate((lists * count) / 2)
  const ends = kernels.allocate(lists / 2)
  kernels.call.linkNeighbours(
    kernels.copyWhole(indices).pointer,
    kernels.copyIn(squares).pointer,
    lists,
    count,
    first,
    kernels.copyIn(scales).pointer,
    values.pointer,
    sorted.pointer,
    ends.pointer,
  )
  let at = 0
  for (let i = 0; i < lists; i++) {
    const entries = Array.from({ length: count }, (_, c) => i * count + c)
      .filter((e) => squares[e] < Infinity)
      .sort((a, b) => indices[a] - indices[b])
    for (const e of entries) {
      expect(sorted.i32[at]).toBe(indices[e])
      expect(values.f64[at++]).toBe(exponential(-squares[e] / Math.max(scales[first + i] * scales[indices[e]], 1e-12)))
    }
    expect(ends.i32[i]).toBe(at)
  }
  const links = values.f64.subarray(0, at)
  expect(links.includes(0)).toBe(true)
  expect(links.some((value) => value > 0 && value < 1e-300)).toBe(true)
})
