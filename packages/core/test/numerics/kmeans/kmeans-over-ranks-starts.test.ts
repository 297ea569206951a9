import { describe, expect, it } from 'vitest'
import { kmeansOverRanks } from '../../../src/numerics/kmeans/kmeans-over-ranks.ts'
import { matrix } from '../../../src/numerics/linalg/matrix.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../../src/runtime/steps.ts'

const kernels = await Kernels.load()

/** The corners of a rectangle, 20 points each: two clusters can be made across either side, and the longer one should be cut. */
function corners(longer: number) {
  const sides = [
    [0, 0],
    [0, 0.5],
    [0.5 + longer, 0],
    [0.5 + longer, 0.5],
  ]
  return matrix(
    80,
    2,
    Float64Array.from({ length: 160 }, (_, p) => sides[(p >> 1) % 4][p % 2]),
  )
}

/** Whether the longer side is cut, for each of 24 seeds. */
const cuts = (longer: number) =>
  Array.from({ length: 24 }, (_, seed) => {
    const labels = runToEnd(
      kmeansOverRanks(singleProcess, kernels, corners(longer), { clusters: 2, random: new Random(seed) }),
    )
    return labels[0] === labels[1]
  })

describe('kmeansOverRanks(ranks, kernels, points, options)', () => {
  it('makes 10 starts where those find the best three times, or as many as told, and counts them', () => {
    const counts = (restarts?: number) => {
      const steps = [
        ...kmeansOverRanks(singleProcess, kernels, corners(0.1), { clusters: 2, random: new Random(1), restarts }),
      ]
      return [...new Set(steps.map(({ starts }) => starts))]
    }
    expect(counts()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(counts(3)).toEqual([0, 1, 2, 3])
  })

  it('draws 10 more starts while the best was found fewer than three times, 100 at the most', () => {
    const random = new Random(3)
    const noise = matrix(
      60,
      2,
      Float64Array.from({ length: 120 }, () => 0.5 * random.uniform()),
    )
    const starts = (clusters: number, seed: number) => {
      const steps = [...kmeansOverRanks(singleProcess, kernels, noise, { clusters, random: new Random(seed) })]
      return Math.max(...steps.map(({ planned }) => planned))
    }
    // Of so many clusters no start finds what another found.
    expect(starts(25, 1)).toBe(100)
    // Counted with this generator: two instead of three finds would end most of them earlier.
    expect(Array.from({ length: 8 }, (_, seed) => starts(5, seed))).toEqual([100, 80, 70, 100, 70, 100, 100, 30])
  })

  it('the best start wins, by a relative error of 4e-8 or more', () => {
    expect(cuts(1e-8)).toEqual(new Array(24).fill(true))
  })

  it('of starts whose errors differ by less than one part in 1e9 the first wins, whichever it is', () => {
    const found = cuts(1e-10)
    expect(found).toContain(true)
    expect(found).toContain(false)
  })
})
