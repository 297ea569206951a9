import { cluster, type DenseView } from '@manyview/core'
import { normal, Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { findDuplicates } from '../../src/evidence/duplicates.ts'
import { describeSamples } from '../../src/evidence/evidence.ts'
import { placedNeighbours } from '../../src/graphs/find-neighbours.ts'
import { fromRows } from '../../src/numerics/linalg/matrix.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { Samples } from '../../src/runtime/samples.ts'
import { mapProgress, runToEnd } from '../../src/runtime/steps.ts'
import { blobs, pick } from '../assign/blobs.ts'
import { plainRuntime } from '../plain-runtime.ts'
import { samplesInOrder } from '../samples-in-order.ts'

const { views } = blobs(180, 8)
const fit = (given: Record<string, DenseView>, more = {}) =>
  cluster(given, { clusters: 3, runtime: { threads: 1 }, ...more })

describe('copies', () => {
  it('are named where samples are identical or nearly so, and no others', async () => {
    expect((await fit(views)).duplicates).toEqual([])
    const copied = pick(views, [...Array.from({ length: 180 }, (_, i) => i), 3, 9])
    for (const { data, features } of Object.values(copied))
      for (let j = 0; j < features; j++) (data as number[])[181 * features + j] += 0.005 * ((j % 3) - 1)
    expect((await fit(copied)).duplicates).toEqual([
      { first: 3, second: 180, exact: true, differsIn: null },
      { first: 9, second: 181, exact: false, differsIn: null },
    ])
  })

  it('are named with the view in which they differ, where all but one of three agree', async () => {
    const third = blobs(180, 9).views.shape
    const copied = pick({ ...views, third }, [...Array.from({ length: 180 }, (_, i) => i), 3])
    copied.third = pick({ third }, [...Array.from({ length: 180 }, (_, i) => i), 100]).third
    expect((await fit(copied)).duplicates).toEqual([{ first: 3, second: 180, exact: false, differsIn: 'third' }])
  })
})

describe('near copies in few dimensions', () => {
  it.each([1, 2, 3])('are not named by chance among round groups in %i columns', async (features) => {
    const random = new Random(features)
    const data = Float64Array.from(
      { length: 200 * features },
      (_, p) => 9 * (Math.floor(p / features) % 3) + normal(random),
    )
    const { duplicates } = await fit({ points: { samples: 200, features, data } }, { effort: 'fast' })
    expect(duplicates!.length).toBeLessThan(2)
  })
})

type Offset = readonly number[]
/** Samples beyond those that lie apart: which sample each copies, and how far it is moved in every view; null: it lacks the view. */
type Copy = readonly [of: number, ...moved: (Offset | null)[]]

/** Columns in which only copies are moved. */
const FREE = 5

/** `apart` samples of which any two are √18 apart in every view, then the copies. */
function copied(apart: number, views: number, copies: readonly Copy[]): (number[] | null)[][] {
  const row = (sample: number, moved: Offset) => [
    ...Array.from({ length: apart }, (_, i) => (i === sample ? 3 : 0)),
    ...Array.from({ length: FREE }, (_, c) => moved[c] ?? 0),
  ]
  return Array.from({ length: views }, (_, v) => [
    ...Array.from({ length: apart }, (_, i) => row(i, [])),
    ...copies.map(([of, ...moved]) => (moved[v] ? row(of, moved[v]) : null)),
  ])
}

const kernels = await Kernels.load()

/** The copies among rows of scores, by sketches where there are some: first, second, and the view in which they differ. */
function named(views: (number[] | null)[][], sketches?: number[][][]) {
  const rt = plainRuntime(kernels, new Random(1))
  const held = views.map((rows, v) => {
    const width = rows.find((row) => row !== null)!.length
    return {
      scores: fromRows(rows.map((row) => row ?? new Array<number>(width).fill(0))),
      sketch: sketches ? fromRows(sketches[v]) : null,
    }
  })
  const lists = views.map((rows, v) => {
    const present = Uint8Array.from(rows, (row) => Number(row !== null))
    return runToEnd(placedNeighbours(singleProcess, rt, held[v].scores, present, 5, rt.random('lists', v)))
  })
  const told = new Set<string>()
  const finding = mapProgress(findDuplicates(rt, samplesInOrder(views[0].length), held, lists), ({ stage }) =>
    told.add(stage),
  )
  const pairs = runToEnd(finding).map(({ first, second, except }) => [first, second, except])
  expect([...told]).toEqual(['copies'])
  return pairs
}

describe('findDuplicates(rt, samples, views, lists)', () => {
  // A third of the distance to neighbours is √2.
  const [near, far] = [
    [1, 1],
    [1.01, 1],
  ]

  it('names samples up to a third as far apart as neighbours are, in every view', () => {
    const copies: Copy[] = [
      [9, near, near],
      [3, [1], [0]],
      [5, near, far],
      [6, far, near],
      [7, [0], far],
    ]
    expect(named(copied(40, 2, copies))).toEqual([
      [3, 41, null],
      [9, 40, null],
    ])
  })

  it('names them in all of three views that they share but one, and of two that they share in both', () => {
    const copies: Copy[] = [
      [3, near, near, near],
      [4, near, near, far],
      [5, far, [0.5], near],
      [6, near, far, far],
      [7, near, near, null],
      [8, near, far, null],
      [9, null, [0.5], near],
      [10, far, null, near],
    ]
    expect(named(copied(40, 3, copies))).toEqual([
      [3, 40, null],
      [4, 41, 2],
      [5, 42, 0],
      [7, 44, null],
      [9, 46, null],
    ])
  })

  it('goes by a third of how close the rarest samples are to their second-closest, 1 in 100', () => {
    // Sample 3 has two others at two thirds, which are 0.94 from each other.
    const copies: Copy[] = [
      [3, [2, 2]],
      [3, [0, 0, 2, 2]],
      [5, [0.9]],
      [6, [1.2]],
      [7, far],
    ]
    expect(named(copied(40, 1, copies))).toEqual([[5, 42, null]])
    expect(named(copied(120, 1, copies))).toEqual([
      [5, 122, null],
      [6, 123, null],
    ])
  })

  it('names samples up to a twentieth as far apart wherever copies come in threes', () => {
    const copies: Copy[] = [
      [3, [0.42]],
      [3, [0, 0.42]],
      [5, [0.2]],
      [6, [0.25]],
    ]
    expect(named(copied(40, 1, copies))).toEqual([[5, 42, null]])
  })

  it('goes by a third of the distance to neighbours at most where views have nothing in common', () => {
    // Groups of six: i mod 7 in one view, i / 6 in the other. Any two samples are ten times as far apart as neighbours in one of them.
    const inGroups = (groupOf: (i: number) => number) =>
      [...Array.from({ length: 42 }, (_, i) => [i, 0]), [10, 0.3], [20, 0.4]].map(([i, moved]) => [
        ...Array.from({ length: 7 }, (_, g) => (g === groupOf(i) ? 10 : 0)),
        ...Array.from({ length: 42 }, (_, k) => (k === i ? Math.SQRT1_2 : 0)),
        moved,
      ])
    expect(named([inGroups((i) => i % 7), inGroups((i) => Math.floor(i / 6))])).toEqual([[10, 42, null]])
  })

  it('takes samples for close in a view where they and all neighbours are identical', () => {
    const apart = [0, 1, 2, 3].map((c): Copy => [3, [0], [0, 0, 0, 0].with(c, 3)])
    expect(named(copied(40, 2, [[3, [0], [0, 0, 0, 0, 0.9]], ...apart]))).toEqual([[3, 40, null]])
  })

  it('counts the dimensions of three views without the widest, since one of them may differ', () => {
    // Of four dimensions the limit is 0.119, of six 0.242; neighbours are 6 apart.
    const views = [1, 7, 16].map((step) => {
      const along = (i: number) => 3 * ((i * step) % 41)
      return [...Array.from({ length: 41 }, (_, i) => [along(i), 0]), [along(10), 0.6], [along(20), 1.2]]
    })
    expect(named(views)).toEqual([[10, 41, null]])
  })

  it('asks for closer copies in few dimensions: evenly spread, one sample in 1,000 has another as close by chance', () => {
    const line = Array.from({ length: 40 }, (_, i) => [3 * i, 0])
    // The fifth neighbour is 6 away, of which √(0.001 / 5) is 0.085.
    expect(named([[...line, [30.08, 0], [60, 0.09]]])).toEqual([[10, 40, null]])
  })

  it('goes by the furthest neighbour of the one whose neighbours are closer', () => {
    // Sample 0 has four others at 0.9, which are 0.95 from the fifth.
    const beside = (moved: number) => {
      const around = [0, 1, 2, 3].map((c): Copy => [0, [0, 0, 0, 0].with(c, 0.9)])
      return named(copied(40, 1, [...around, [0, [0, 0, 0, 0, moved]]]))
    }
    expect(beside(0.29)).toEqual([[0, 44, null]])
    expect(beside(0.31)).toEqual([])
  })

  it('goes by sketches where there are some: the furthest of a list need not be the last', () => {
    const [sketch] = copied(5, 1, [[0, [0.5]]]) as number[][][]
    expect(named([[[0], [1], [2], [3], [4], [10]]], [sketch])).toEqual([[0, 5, null]])
  })
})

describe('describeSamples(evidence)', () => {
  it('names every identical sample with the first of them, near copies of the first only, in the order of the input', () => {
    // Six samples of the input, of which four differ: samples 1, 3 and 5 are identical.
    const order = { samples: Uint32Array.of(4, 1, 0, 2), places: Uint32Array.of(2, 1, 3, 1, 0, 1) }
    const evidence = {
      samples: new Samples(order, singleProcess),
      names: ['shape', 'colour'],
      outlierScores: Float64Array.of(0.4, 0.1, 0, 0.2),
      duplicates: [
        { first: 0, second: 1, except: null },
        { first: 2, second: 3, except: 1 },
      ],
    }
    const { outlierScores, duplicates } = describeSamples(evidence)
    expect([...outlierScores]).toEqual([0, 0.1, 0.2, 0.1, 0.4, 0.1])
    expect(duplicates).toEqual([
      { first: 0, second: 2, exact: false, differsIn: 'colour' },
      { first: 1, second: 3, exact: true, differsIn: null },
      { first: 1, second: 4, exact: false, differsIn: null },
      { first: 1, second: 5, exact: true, differsIn: null },
    ])
  })
})
