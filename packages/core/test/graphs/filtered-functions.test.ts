import { describe, expect, it } from 'vitest'
import { type FunctionHints, filteredFunctions } from '../../src/graphs/filtered-functions.ts'
import { graphBasis } from '../../src/graphs/graph-basis.ts'
import { nearestNeighbours } from '../../src/graphs/nearest-neighbours.ts'
import { neighbourGraph } from '../../src/graphs/neighbour-graph.ts'
import { degrees, normaliseDegrees } from '../../src/graphs/normalise-degrees.ts'
import { type Matrix, matrix, multiply, transposeMultiply } from '../../src/numerics/linalg/matrix.ts'
import { type SparseMatrix, toDense } from '../../src/numerics/linalg/sparse-matrix.ts'
import { largestEigen } from '../../src/numerics/linalg/symmetric-eigen.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'

const kernels = await Kernels.load()

/** The normalised neighbour graph of `parts` groups of 60 points, `apart` times their spread from each other. */
function graphOf(parts: number, apart: number): SparseMatrix {
  const random = new Random(4)
  const points = matrix(60 * parts, 6)
  for (let part = 0; part < parts; part++) {
    const centre = Float64Array.from({ length: 6 }, () => apart * normal(random))
    for (let p = 0; p < 360; p++) points.data[part * 360 + p] = centre[p % 6] + normal(random)
  }
  return normaliseDegrees(
    neighbourGraph(
      kernels,
      runToEnd(nearestNeighbours(kernels, points, 10, singleProcess)),
      points.rows,
      singleProcess,
    ),
    singleProcess,
  )
}

const found = (graph: SparseMatrix, count: number, hints?: FunctionHints) =>
  runToEnd(filteredFunctions(kernels, graph, count, new Random(1), matrix(0, graph.rows), singleProcess, hints))

/** The inner product of function f of two. */
function sameness(a: Matrix, b: Matrix, f: number): number {
  let sum = 0
  for (let i = 0; i < a.rows; i++) sum += a.data[i * a.columns + f] * b.data[i * b.columns + f]
  return sum
}

describe('filteredFunctions(kernels, graph, count, random, start)', () => {
  it('finds the leading eigenvalues to a thousandth and orthonormal functions with small residuals', () => {
    const graph = graphOf(7, 3)
    const dense = toDense(graph)
    const mark = kernels.mark()
    const { values, vectors } = found(graph, 20)
    expect(kernels.mark()).toBe(mark)
    const exact = largestEigen(dense, 20)
    values.forEach((value, f) => {
      expect(Math.abs(value - exact.values[f])).toBeLessThan(f < 7 ? 1e-5 : 2e-2)
    })
    const image = multiply(dense, vectors)
    for (let f = 0; f < 7; f++) {
      let square = 0
      for (let i = 0; i < graph.rows; i++)
        square += (image.data[i * 20 + f] - values[f] * vectors.data[i * 20 + f]) ** 2
      expect(Math.sqrt(square)).toBeLessThan(1e-2)
    }
    transposeMultiply(vectors, vectors).data.forEach((value, p) => {
      expect(Math.abs(value - Number(p % 21 === 0))).toBeLessThan(1e-5)
    })
  })

  it('keeps functions that are known: those of connected parts, however many', () => {
    const graph = graphOf(40, 1000)
    const { values, vectors } = runToEnd(graphBasis(kernels, graph, 50, new Random(1), singleProcess, 'rough'))
    expect(Array.from(values).filter((value) => value > 1 - 1e-6)).toHaveLength(40)
    // Points of one part have the same share of a function by the root of their degree: the first 40 functions tell parts apart and nothing else.
    const degree = degrees(graph)
    for (let i = 1; i < 60; i++)
      for (let f = 0; f < 40; f++)
        expect(vectors.data[i * 50 + f] / Math.sqrt(degree[i])).toBeCloseTo(vectors.data[f] / Math.sqrt(degree[0]), 4)
  })

  it('gives the same functions whatever order they are kept in', () => {
    const graph = graphOf(7, 3)
    const order = new Random(3).permutation(graph.rows)
    const { values, vectors } = found(graph, 20)
    const kept = found(graph, 20, { order })
    for (const [f, value] of kept.values.entries()) expect(Math.abs(value - values[f])).toBeLessThan(1e-4)
    for (let f = 0; f < 7; f++) expect(Math.abs(sameness(kept.vectors, vectors, f))).toBeCloseTo(1, 3)
  })

  it('needs one filter where functions of a graph much like this one are given', () => {
    const [graph, other] = [graphOf(7, 3), graphOf(7, 3.2)]
    const { values, vectors } = found(graph, 20)
    const likely = { values, vectors: { ...vectors, data: Float32Array.from(vectors.data) } }
    const exact = largestEigen(toDense(other), 20)
    const near = found(other, 20, { likely })
    for (const [f, value] of near.values.entries())
      expect(Math.abs(value - exact.values[f])).toBeLessThan(f < 7 ? 1e-3 : 5e-2)
  })

  it('finds functions as well with products of 16 bits', () => {
    const graph = graphOf(7, 3)
    const order = new Random(3).permutation(graph.rows)
    const { values, vectors } = found(graph, 24)
    const rounded = found(graph, 24, { order, isRounded: true })
    for (const [f, value] of rounded.values.entries()) expect(Math.abs(value - values[f])).toBeLessThan(1e-3)
    // Functions of nearly equal eigenvalues may be turned among themselves: they span the same space.
    const inner = transposeMultiply(rounded.vectors, vectors)
    for (let f = 0; f < 7; f++) {
      const shares = Array.from({ length: 7 }, (_, g) => inner.data[f * 24 + g] ** 2)
      expect(shares.reduce((sum, share) => sum + share)).toBeCloseTo(1, 4)
    }
  })

  it('gives zeros for more functions than there are', () => {
    const { values, vectors } = found(graphOf(2, 3), 118)
    expect([...values, ...vectors.data].every(Number.isFinite)).toBe(true)
  })
})
