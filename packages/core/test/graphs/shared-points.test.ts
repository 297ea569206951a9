import { describe, expect, it } from 'vitest'
import { sharedNeighbours } from '../../src/graphs/shared-neighbours.ts'
import { effectiveDimensions, type SharedPoints, sharedPoints } from '../../src/graphs/shared-points.ts'

import { type Matrix, matrix } from '../../src/numerics/linalg/matrix.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { comparableRows } from '../../src/views/comparable-rows.ts'

const kernels = await Kernels.load()

describe('effectiveDimensions(kernels, rows)', () => {
  it('counts the directions that rows spread over, by how much they do', () => {
    expect(effectiveDimensions(kernels, matrix(2, 2, Float64Array.of(1, 0, 0, 1)), singleProcess)).toBe(2)
    expect(effectiveDimensions(kernels, matrix(2, 2, Float64Array.of(1, 0, -1, 0)), singleProcess)).toBe(1)
    // Squared lengths 4 and 1 along two axes: 5² / (4² + 1²).
    expect(effectiveDimensions(kernels, matrix(2, 2, Float64Array.of(2, 0, 0, 1)), singleProcess)).toBeCloseTo(
      25 / 17,
      14,
    )
  })

  it('does not see points that lack the view', () => {
    const rows = Float64Array.of(2, 0, 0, 0, 0, 1, 0, 0)
    expect(effectiveDimensions(kernels, matrix(4, 2, rows), singleProcess)).toBeCloseTo(25 / 17, 14)
    expect(effectiveDimensions(kernels, matrix(2, 2), singleProcess)).toBe(1)
  })
})

describe('sharedPoints(kernels, points)', () => {
  const random = new Random(3)
  const truth = Array.from({ length: 300 }, (_, i) => i % 3)

  /** Unit rows of samples that have the view, with `pull` towards the centre of their group. */
  function block(columns: number, pull: number, present: Uint8Array): Matrix {
    const centres = Float64Array.from({ length: 3 * columns }, () => pull * normal(random))
    const rows = matrix(truth.length, columns)
    for (let p = 0; p < rows.data.length; p++) {
      const i = Math.floor(p / columns)
      rows.data[p] = present[i] * (centres[truth[i] * columns + (p % columns)] + normal(random))
    }
    return comparableRows(rows, singleProcess)
  }

  it('keeps samples from looking close that share nothing but a view of few dimensions', () => {
    const present = [0.4, 0.4, 1].map((share) => Uint8Array.from(truth, () => (random.uniform() < share ? 1 : 0)))
    const blocks = [block(30, 0.7, present[0]), block(30, 0.7, present[1]), block(4, 0, present[2])]
    const points = { blocks, present, weights: [1, 1, 1] }
    const rightOnes = (given: SharedPoints) => {
      const { indices, count } = runToEnd(sharedNeighbours(kernels, given, 10))
      return indices.filter((j, p) => truth[j] === truth[Math.floor(p / count)]).length / indices.length
    }
    const weighed = sharedPoints(kernels, points, singleProcess)
    expect(weighed.weights[2]).toBeLessThan(weighed.weights[0])
    expect(rightOnes(weighed)).toBeGreaterThan(rightOnes(points) + 0.05)
  })
})
