import { describe, expect, it } from 'vitest'
import {
  findNeighboursByView,
  type LinkedViews,
  linkSamples,
  neighbourCount,
  placeSideBySide,
} from '../../src/evidence/graphs.ts'
import { fromRows } from '../../src/numerics/linalg/matrix.ts'
import { unitRows } from '../../src/numerics/linalg/scale.ts'
import type { SparseMatrix } from '../../src/numerics/linalg/sparse-matrix.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { randomMatrix } from '../numerics/random-matrix.ts'
import { plainRuntime } from '../plain-runtime.ts'
import { samplesInOrder } from '../samples-in-order.ts'

const kernels = await Kernels.load()

describe('neighbourCount(samples, clusters, most)', () => {
  it.each([
    ['as many as wanted among many samples', 1000, 5, 10],
    ['half of a mean cluster, so that lists end inside it', 90, 9, 5],
    ['no more than √n', 36, 2, 6],
    ['√n alone where the number of clusters is not known', 30, null, 5],
    ['2 at least', 20, 10, 2],
  ])('is %s', (_, samples, clusters, expected) => {
    expect(neighbourCount(samples, clusters, 10)).toBe(expected)
  })
})

describe('placeSideBySide(views)', () => {
  it('shares the length of each row out by the weights of the views that the sample has', () => {
    const scores = [
      [
        [1, 0],
        [0, 1],
        [0, 0],
      ],
      [[1], [0], [1]],
      [[9], [9], [9]],
    ].map(fromRows)
    const present = [Uint8Array.of(1, 1, 0), Uint8Array.of(1, 0, 1), Uint8Array.of(1, 1, 1)]
    const { columns, data } = placeSideBySide({ scores, present, weights: [3, 1, 0], incomplete: true })
    expect(columns).toBe(3)
    expect([...data]).toEqual([Math.sqrt(3 / 4), 0, Math.sqrt(1 / 4), 0, 1, 0, 0, 0, 1])
  })
})

describe('linkSamples(rt, samples, views, features, neighbours, count)', () => {
  const total = 40
  const samples = samplesInOrder(total)
  const all = () => new Uint8Array(total).fill(1)
  const graphsOf = (views: LinkedViews) => {
    const rt = plainRuntime(kernels, new Random(1))
    const neighbours = runToEnd(findNeighboursByView(rt, samples, views.scores, views.present, 5))
    const found = runToEnd(linkSamples(rt, samples, views, placeSideBySide(views), neighbours, 5))
    return Object.fromEntries(found.map(({ name, graph }) => [name, links(graph)]))
  }
  const links = ({ pointers, indices, values }: SparseMatrix) =>
    new Map(
      Array.from(indices, (j, p) => [`${pointers.findLastIndex((begin) => begin <= p)} ${j}`, values[p]] as const),
    )
  const two: LinkedViews = {
    scores: [unitRows(randomMatrix(total, 3, 1)), unitRows(randomMatrix(total, 2, 2))],
    present: [all(), all()],
    weights: [3, 1],
    incomplete: false,
  }

  it('links in `union` who is near in any view, by the weights of the views, and adds `joint` to it in `both`', () => {
    const { both, union, joint } = graphsOf(two)
    const [first, second] = two.scores.map(
      (points) => graphsOf({ scores: [points], present: [all()], weights: [1], incomplete: false }).union,
    )
    for (const [pair, weight] of union)
      expect(weight).toBeCloseTo(0.75 * (first.get(pair) ?? 0) + 0.25 * (second.get(pair) ?? 0), 12)
    expect(new Set(union.keys())).toEqual(new Set([...first.keys(), ...second.keys()]))
    expect(new Set(both.keys())).toEqual(new Set([...union.keys(), ...joint.keys()]))
    for (const [pair, weight] of both) expect(weight).toBeCloseTo((union.get(pair) ?? 0) + (joint.get(pair) ?? 0), 12)
    expect(joint).not.toEqual(union)
  })

  it('does not look at views of weight 0', () => {
    const more = { ...two, scores: [...two.scores, randomMatrix(total, 4, 3)], present: [all(), all(), all()] }
    expect(graphsOf({ ...more, weights: [3, 1, 0] })).toEqual(graphsOf(two))
  })

  it('finds nearly the same `joint` by the views that samples share, where none lacks one', () => {
    const [complete, shared] = [graphsOf(two).joint, graphsOf({ ...two, incomplete: true }).joint]
    const common = [...complete.keys()].filter((pair) => shared.has(pair)).length
    expect(common).toBeGreaterThan(0.9 * complete.size)
    expect(shared.size).toBeLessThan(1.1 * complete.size)
  })

  it.each([false, true])(
    'links samples in `joint` that say nothing in one view by the other (lacking: %s)',
    (incomplete) => {
      const { joint } = graphsOf({ ...two, present: [all(), all().fill(0, 0, 10)], incomplete })
      for (let i = 0; i < 10; i++) expect([...joint.keys()].some((pair) => pair.startsWith(`${i} `))).toBe(true)
    },
  )
})
