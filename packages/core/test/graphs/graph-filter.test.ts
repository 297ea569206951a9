import type { Matrix } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { graphBasis } from '../../src/graphs/graph-basis.ts'
import { diffusionWeights, frequencyWeights, graphCoordinates, graphFilter } from '../../src/graphs/graph-filter.ts'
import { nearestNeighbours } from '../../src/graphs/nearest-neighbours.ts'
import { neighbourGraph } from '../../src/graphs/neighbour-graph.ts'
import { degrees } from '../../src/graphs/normalise-degrees.ts'
import { matrix } from '../../src/numerics/linalg/matrix.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'

const kernels = await Kernels.load()
const random = new Random(3)

/** The graph of two groups of 150 points without a link between them. */
const points = matrix(
  300,
  3,
  Float64Array.from({ length: 900 }, (_, p) => (p < 450 ? 0 : 1000) + normal(random)),
)
const graph = neighbourGraph(
  kernels,
  runToEnd(nearestNeighbours(kernels, points, 10, singleProcess)),
  300,
  singleProcess,
)
const basis = runToEnd(graphBasis(kernels, graph, 12, new Random(4), singleProcess))

describe('graphFilter(kernels, basis, features)', () => {
  it('keeps what is constant on a part and damps what changes from node to node', () => {
    const degree = degrees(graph)
    const ofNodes = (value: (degree: number, i: number) => number) => matrix(300, 1, Float64Array.from(degree, value))
    const smooth = ofNodes((value, i) => (i < 150 ? Math.sqrt(value) : 0))
    const rough = ofNodes(() => normal(random))
    const energy = (a: Matrix) => a.data.reduce((sum, value) => sum + value * value, 0)
    expect(energy(graphFilter(kernels, basis, smooth, singleProcess)) / energy(smooth)).toBeCloseTo(1, 9)
    expect(energy(graphFilter(kernels, basis, rough, singleProcess)) / energy(rough)).toBeLessThan(0.1)
  })
})

describe('graphCoordinates(basis, weights)', () => {
  it('are the eigenvectors by these weights', () => {
    const weights = frequencyWeights(basis.values)
    graphCoordinates(basis, weights).data.forEach((value, p) => {
      expect(value).toBeCloseTo(basis.vectors.data[p] * basis.values[p % 12] ** 4, 14)
    })
  })
})

describe('diffusionWeights(values, clusters)', () => {
  /** The definition. */
  const plainly = (values: Float64Array, clusters: number) => {
    const energy = (some: Float64Array, time: number) => some.reduce((sum, value) => sum + value ** (2 * time), 0)
    let time = 4
    while (time < 4096 && energy(values.subarray(clusters), time) > energy(values.subarray(0, clusters), time) / 2)
      time *= 2
    return { time, weights: values.map((value) => value ** time) }
  }

  it.each([
    ['falls quickly', [1, 1, 1, 0.5, 0.3, 0.1], 4],
    ['falls slowly', [1, 1, 0.999, ...new Array<number>(20).fill(0.97)], 64],
    ['does not fall, since there are more parts than clusters', new Array<number>(8).fill(1), 4096],
    ['ends with the clusters', [1, 0.9, 0.8], 4],
  ])(
    'are λ to the first power at which the vectors after the kth have half of the energy: a spectrum that %s',
    (_, spectrum, power) => {
      const values = Float64Array.from(spectrum)
      const { time, weights } = plainly(values, 3)
      expect(time).toBe(power)
      diffusionWeights(values, 3).forEach((weight, j) => {
        expect(Math.abs(weight - weights[j])).toBeLessThan(1e-12 * weights[j])
      })
    },
  )
})
