import { describe, expect, it } from 'vitest'
import { viewPull } from '../../src/explain/view-pull.ts'
import { neighbourGraph } from '../../src/graphs/neighbour-graph.ts'
import type { Neighbours } from '../../src/graphs/neighbour-lists.ts'
import { toDense } from '../../src/numerics/linalg/sparse-matrix.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'

/** The two nearest of points on a line. */
function onLine(points: readonly number[], count = 2): Neighbours {
  const indices: number[] = []
  const squares: number[] = []
  for (const [i, x] of points.entries()) {
    const others = points.map((y, j) => ({ j, square: (x - y) ** 2 })).filter(({ j }) => j !== i)
    for (const { j, square } of others.sort((a, b) => a.square - b.square).slice(0, count)) {
      indices.push(j)
      squares.push(square)
    }
  }
  return {
    samples: points.length,
    count,
    indices: Int32Array.from(indices),
    squaredDistances: Float64Array.from(squares),
  }
}

const kernels = await Kernels.load()
const everyone = (samples: number) => Uint32Array.from({ length: samples }, (_, i) => i)

describe('viewPull(kernels, neighbours, place, labels, clusters)', () => {
  it('a sample itself never counts: of two that have only each other, each is pulled wholly to the other', () => {
    const pairs = onLine([0, 1, 10, 11], 1)
    const { leaning, strength } = runToEnd(viewPull(kernels, pairs, everyone(4), Int32Array.of(0, 1, 0, 1), 2))
    expect([...leaning]).toEqual([1, 0, 1, 0])
    for (const share of strength) expect(share).toBeCloseTo(1, 14)
  })

  it('is (A + A² without its diagonal) times the clusters, as a share of all, with chance taken out', () => {
    const random = new Random(4)
    const points = Array.from({ length: 24 }, () => 10 * random.uniform())
    const labels = Int32Array.from(points, () => random.below(3))
    const place = everyone(24)
    const found = runToEnd(viewPull(kernels, onLine(points, 4), place, labels, 3))
    const { data } = toDense(neighbourGraph(kernels, onLine(points, 4), 24, singleProcess, place))
    const a = (i: number, j: number) => data[i * 24 + j]
    for (let i = 0; i < 24; i++) {
      const links = [0, 0, 0]
      for (let j = 0; j < 24; j++) {
        let weight = a(i, j)
        if (j !== i) for (let via = 0; via < 24; via++) weight += a(i, via) * a(via, j)
        links[labels[j]] += weight
      }
      const total = links[0] + links[1] + links[2]
      const pulls = links.map((link, c) => {
        const others = labels.filter((label, j) => label === c && j !== i).length
        return (link / total - others / 23) / (1 - others / 23)
      })
      expect(pulls[found.leaning[i]]).toBeCloseTo(Math.max(...pulls), 12)
      expect(found.strength[i]).toBeCloseTo(Math.min(1, Math.max(0, ...pulls)), 12)
    }
  })

  it('stays with the own cluster where nothing pulls, and says −1 and 0 of samples without the view', () => {
    const alone: Neighbours = {
      samples: 2,
      count: 0,
      indices: new Int32Array(0),
      squaredDistances: new Float64Array(0),
    }
    const { leaning, strength } = runToEnd(viewPull(kernels, alone, Uint32Array.of(0, 2), Int32Array.of(1, 0, 2), 3))
    expect([...leaning]).toEqual([1, -1, 2])
    expect([...strength]).toEqual([0, 0, 0])
  })

  it('has no strength where there is only one cluster to be pulled to', () => {
    const { leaning, strength } = runToEnd(viewPull(kernels, onLine([0, 1, 2]), everyone(3), Int32Array.of(0, 0, 0), 1))
    expect([...leaning, ...strength]).toEqual([0, 0, 0, 0, 0, 0])
  })
})
