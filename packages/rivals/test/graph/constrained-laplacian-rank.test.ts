import type { Matrix } from '@manyview/core'
import { fromRows, identity, matrix, multiply, Random, smallestEigen, transposeMultiply } from '@manyview/core/numerics'
import { Kernels } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import { connectedComponents } from '../../src/graph/connected-components.ts'
import { constrainedLaplacianRank } from '../../src/graph/constrained-laplacian-rank.ts'
import { laplacianVectors } from '../../src/graph/laplacian-vectors.ts'

function drain<Result>(search: Generator<unknown, Result>): Result {
  for (;;) {
    const step = search.next()
    if (step.done) return step.value
  }
}

/** Groups of samples, dense within, with a few weak edges between them where `bridges` says so. */
function groupedGraph(sizes: readonly number[], bridges: number): Matrix {
  const random = new Random(4)
  const owner = sizes.flatMap((size, group) => Array.from({ length: size }, () => group))
  const n = owner.length
  const graph = matrix(n, n)
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++)
      if (i !== j && owner[i] === owner[j] && random.uniform() < 0.4) graph.data[i * n + j] = random.uniform()
  for (let b = 0; b < bridges; b++) graph.data[random.below(n) * n + random.below(n)] = 0.05
  return graph
}

function sparse({ rows, columns, data }: Matrix) {
  const places = Array.from(data.keys()).filter((p) => data[p] > 0)
  const pointers = new Uint32Array(rows + 1)
  for (const p of places) pointers[Math.floor(p / columns) + 1]++
  for (let i = 0; i < rows; i++) pointers[i + 1] += pointers[i]
  const values = Float64Array.from(places, (p) => data[p])
  return { rows, columns, values, indices: Uint32Array.from(places, (p) => p % columns), pointers }
}

/** D − (S + Sᵀ)/2. */
function laplacian({ rows: n, data }: Matrix): Matrix {
  const result = matrix(n, n)
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      const weight = (data[i * n + j] + data[j * n + i]) / 2
      result.data[i * n + j] -= weight
      result.data[i * n + i] += weight
    }
  return result
}

function expectEqual(a: Matrix, b: Matrix, tolerance: number): void {
  expect([a.rows, a.columns]).toEqual([b.rows, b.columns])
  const worst = a.data.reduce((high, value, p) => Math.max(high, Math.abs(value - b.data[p])), 0)
  expect(worst).toBeLessThan(tolerance)
}

describe('laplacianVectors', () => {
  it.each([
    ['one component, few samples', [20, 15, 10], 9],
    ['three components, few samples', [20, 15, 10], 0],
    ['one component, more samples', [80, 70, 60], 30],
    ['three components, more samples', [80, 70, 60], 0],
  ])('spans the bottom of the spectrum: %s', async (_, sizes, bridges) => {
    const kernels = await Kernels.load()
    const graph = groupedGraph(sizes, bridges)
    const components = connectedComponents(graph)
    const L = laplacian(graph)
    const { values } = smallestEigen(L, 6)
    for (const [skipConstant, first] of [
      [false, 0],
      [true, 1],
    ] as const) {
      const vectors = drain(laplacianVectors(kernels, sparse(graph), components, 4, { skipConstant }))
      expectEqual(transposeMultiply(vectors, vectors), identity(4), 1e-11)
      let trace = 0
      transposeMultiply(vectors, multiply(L, vectors)).data.forEach((value, p) => {
        if (p % 5 === 0) trace += value
        else expect(Math.abs(value)).toBeLessThan(1e-9)
      })
      const sum = values.slice(first, first + 4).reduce((total, value) => total + value, 0)
      expect(Math.abs(trace - sum)).toBeLessThan(1e-9)
    }
  })

  it('gives what there is for two samples', async () => {
    const pair = fromRows([
      [0, 1],
      [1, 0],
    ])
    const options = { skipConstant: true }
    const vectors = drain(laplacianVectors(await Kernels.load(), sparse(pair), connectedComponents(pair), 2, options))
    expect(vectors.columns).toBe(1)
    expect(Math.abs(vectors.data[0] + vectors.data[1])).toBeLessThan(1e-15)
  })
})

describe('constrainedLaplacianRank', () => {
  it('cuts weak bridges until there are as many components as clusters, rows staying on the simplex', async () => {
    const graph = groupedGraph([20, 15, 10], 9)
    const found = drain(constrainedLaplacianRank(await Kernels.load(), [graph], [1], { clusters: 3 }))
    expect(found.count).toBe(3)
    expect(Array.from(found.labels)).toEqual([20, 15, 10].flatMap((size, group) => Array(size).fill(group)))
    for (let i = 0; i < 45; i++) {
      const row = found.graph.data.subarray(i * 45, (i + 1) * 45)
      expect(row.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12)
      row.forEach((value, j) => {
        expect(value).toBeGreaterThanOrEqual(0)
        if (graph.data[i * 45 + j] === 0) expect(value).toBe(0)
      })
    }
  })

  it('does not care how the affinities are split over views, up to rounding', async () => {
    const kernels = await Kernels.load()
    const graph = groupedGraph([12, 9], 5)
    const half = matrix(
      21,
      21,
      graph.data.map((value) => value / 2),
    )
    const whole = drain(constrainedLaplacianRank(kernels, [graph], [1], { clusters: 2 }))
    const split = drain(constrainedLaplacianRank(kernels, [half, half], [1, 1], { clusters: 2 }))
    // Twice the weight in all counts like half the affinity and half the attraction.
    expect(split.count).toBe(whole.count)
    expect(split.labels).toEqual(whole.labels)
  })

  it('ends after 30 passes where a graph without edges has too many components', async () => {
    const found = drain(constrainedLaplacianRank(await Kernels.load(), [matrix(4, 4)], [1], { clusters: 2 }))
    expect(found.count).toBe(4)
    expect(found.lambdas.length).toBe(30)
  })
})
