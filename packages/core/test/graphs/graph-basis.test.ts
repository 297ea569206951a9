import type { Matrix, SparseMatrix } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { graphBasis } from '../../src/graphs/graph-basis.ts'
import { graphComponents } from '../../src/graphs/graph-components.ts'
import { nearestNeighbours } from '../../src/graphs/nearest-neighbours.ts'
import { neighbourGraph } from '../../src/graphs/neighbour-graph.ts'
import { degrees, normaliseDegrees } from '../../src/graphs/normalise-degrees.ts'
import { sumGraphs } from '../../src/graphs/sum-graphs.ts'
import { matrix } from '../../src/numerics/linalg/matrix.ts'
import { toDense } from '../../src/numerics/linalg/sparse-matrix.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { sparseRows } from '../../src/views/sparse-rows.ts'

const kernels = await Kernels.load()

/** `parts` groups of `size` points, `apart` times their spread from each other. */
function groups(parts: number, size: number, apart: number): Matrix {
  const random = new Random(4)
  const points = matrix(parts * size, 6)
  for (let part = 0; part < parts; part++) {
    const centre = Float64Array.from({ length: 6 }, () => apart * normal(random))
    for (let i = 0; i < size; i++)
      for (let c = 0; c < 6; c++) points.data[(part * size + i) * 6 + c] = centre[c] + normal(random)
  }
  return points
}

const graphOf = (points: Matrix, count = 10) =>
  neighbourGraph(
    kernels,
    runToEnd(nearestNeighbours(kernels, points, count, singleProcess)),
    points.rows,
    singleProcess,
  )
const basisOf = (graph: SparseMatrix, count: number) =>
  runToEnd(graphBasis(kernels, graph, count, new Random(1), singleProcess))

describe('neighbourGraph(kernels, neighbours, samples)', () => {
  it('is symmetric, without self-links, with entries of D^−½·A·D^−½', () => {
    const points = groups(2, 20, 3)
    const found = runToEnd(nearestNeighbours(kernels, points, 10, singleProcess))
    const dense = toDense(neighbourGraph(kernels, found, 40, singleProcess))
    const w = matrix(40, 40)
    const scale = (i: number) => Math.sqrt(found.squaredDistances[i * 10 + 6])
    for (let i = 0; i < 40; i++)
      for (let c = 0; c < 10; c++) {
        const j = found.indices[i * 10 + c]
        w.data[i * 40 + j] = Math.exp(-found.squaredDistances[i * 10 + c] / (scale(i) * scale(j)))
      }
    const a = matrix(
      40,
      40,
      w.data.map((value, p) => (value + w.data[(p % 40) * 40 + Math.floor(p / 40)]) / 2),
    )
    const degree = Array.from({ length: 40 }, (_, i) => a.data.subarray(i * 40, i * 40 + 40).reduce((s, x) => s + x, 0))
    dense.data.forEach((value, p) => {
      const [i, j] = [Math.floor(p / 40), p % 40]
      expect(value).toBeCloseTo(a.data[p] / Math.sqrt(degree[i] * degree[j]), 12)
      expect(value).toBe(dense.data[j * 40 + i])
    })
  })

  it('leaves samples without a point without links', () => {
    const points = groups(1, 8, 1)
    const found = runToEnd(nearestNeighbours(kernels, points, 3, singleProcess))
    const graph = neighbourGraph(kernels, found, 10, singleProcess, Uint32Array.of(0, 1, 2, 4, 5, 6, 8, 9))
    expect(Array.from(degrees(graph), (degree) => degree > 0)).toEqual([
      true,
      true,
      true,
      false,
      true,
      true,
      true,
      false,
      true,
      true,
    ])
    expect(toDense(graph).data.every(Number.isFinite)).toBe(true)
  })

  it('stays finite where more than ten points are equal', () => {
    expect(toDense(graphOf(matrix(30, 4))).data.every(Number.isFinite)).toBe(true)
  })
})

describe('sumGraphs(kernels, graphs, weights) and normaliseDegrees(graph)', () => {
  it('add entries up where both have one, and give every linked node the eigenvalue 1', () => {
    const a = sparseRows(matrix(3, 3, Float64Array.of(0, 1, 0, 1, 0, 0, 0, 0, 0)))
    const b = sparseRows(matrix(3, 3, Float64Array.of(0, 2, 4, 2, 0, 0, 4, 0, 0)))
    const sum = sumGraphs(kernels, [a, b], [1, 0.5])
    expect(Array.from(toDense(sum).data)).toEqual([0, 2, 2, 2, 0, 0, 2, 0, 0])
    const normalised = toDense(normaliseDegrees(sum, singleProcess))
    expect(normalised.data[1]).toBeCloseTo(2 / Math.sqrt(4 * 2), 15)
  })
})

describe('graphBasis(kernels, graph, count, random)', () => {
  it('gives eigenvalue 1 once for every connected part', () => {
    for (const [parts, size] of [
      [3, 20],
      [7, 60],
      [40, 20],
    ]) {
      const graph = graphOf(groups(parts, size, 1000))
      expect(graphComponents(graph).sizes).toHaveLength(parts)
      const { values, converged } = basisOf(graph, parts + 5)
      expect(converged).toBe(true)
      expect(Array.from(values).filter((value) => value > 1 - 1e-9)).toHaveLength(parts)
    }
  })

  it('finds the 200 smoothest functions of 100 clusters of 16', () => {
    const graph = graphOf(groups(100, 16, 5))
    const { values, vectors, converged } = basisOf(graph, 200)
    expect(converged).toBe(true)
    const normalised = normaliseDegrees(graph, singleProcess)
    for (const f of [0, 99, 199]) {
      let square = 0
      for (let i = 0; i < 1600; i++) {
        let image = 0
        for (let p = normalised.pointers[i]; p < normalised.pointers[i + 1]; p++)
          image += normalised.values[p] * vectors.data[normalised.indices[p] * 200 + f]
        square += (image - values[f] * vectors.data[i * 200 + f]) ** 2
      }
      expect(Math.sqrt(square)).toBeLessThan(1e-6)
    }
  })

  it('copes with a graph without links and with more parts than functions', () => {
    const none = {
      rows: 300,
      columns: 300,
      values: new Float64Array(0),
      indices: new Uint32Array(0),
      pointers: new Uint32Array(301),
    }
    expect(basisOf(none, 5).values).toEqual(new Float64Array(5))
    const many = basisOf(graphOf(groups(60, 8, 1000), 3), 20)
    for (const value of many.values) expect(value).toBeCloseTo(1, 9)
  })
})
