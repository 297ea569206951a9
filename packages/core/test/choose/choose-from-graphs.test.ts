import { cluster } from '@manyview/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { chooseFromGraphs, evenGraphs } from '../../src/choose/choose-clusters.ts'
import { checkOutliers, markOutliers, outlierWarnings } from '../../src/choose/mark-outliers.ts'
import { extendPartition, measureNumbers } from '../../src/choose/measure-numbers.ts'

import { linkViews, type ViewLinks } from '../../src/evidence/evidence.ts'
import { fromRows, matrix } from '../../src/numerics/linalg/matrix.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { preprocessView } from '../../src/views/preprocess-view.ts'
import { plainRuntime } from '../plain-runtime.ts'
import { samplesInOrder } from '../samples-in-order.ts'

let kernels: Kernels
let seen: ViewLinks

/** Graphs of `clusters` groups of `size` samples, far from each other, in two views. */
function graphsOf(clusters: number, size: number, views = 2): ViewLinks {
  const random = new Random(3)
  const rows = clusters * size
  const ready = Array.from({ length: views }, (_, v) => {
    const scores = matrix(rows, clusters)
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < clusters; j++)
        scores.data[i * clusters + j] = 20 * Number(Math.floor(i / size) === (j + v) % clusters) + normal(random)
    const scored = runToEnd(preprocessView(kernels, scores, random.split(v), { ranks: singleProcess }))
    return { name: `view ${v}`, weight: 1, incomplete: false, ...scored }
  })
  const rt = plainRuntime(kernels, new Random(1))
  return runToEnd(linkViews(rt, samplesInOrder(rows), ready, 5, true))
}

beforeAll(async () => {
  kernels = await Kernels.load()
  seen = graphsOf(3, 16)
})

describe('measureNumbers(kernels, seen, numbers, until, random)', () => {
  it('finds three separate groups: all partitions alike, all links inside, the gap after them', () => {
    const [two, three, four] = runToEnd(measureNumbers(kernels, seen, [2, 3, 4], 4, new Random(2)))
    expect([two, three, four].map(({ clusters }) => clusters)).toEqual([2, 3, 4])
    expect(three.stability).toBe(1)
    // Three equal parts without a link between them.
    expect(three.agreement).toBeCloseTo(2 / 3, 2)
    expect(three.gap).toBeGreaterThan(0.05)
    // The first three eigenvalues are all 1.
    expect(Math.abs(two.gap)).toBeLessThan(1e-6)
    // A fourth cluster takes a few samples of one group, so that partitions are alike to 0.96 in the other two and in most of it.
    expect(four.stability).toBeLessThan(0.97)
    expect(two.agreement).toBeLessThan(three.agreement)
  })

  it('takes halves of the links where there is one view only, and finds the same', () => {
    const [three] = runToEnd(measureNumbers(kernels, graphsOf(3, 16, 1), [3], 3, new Random(2)))
    expect(three.stability).toBeGreaterThan(0.9)
    expect(three.agreement).toBeCloseTo(2 / 3, 2)
  })
})

describe('chooseFromGraphs(kernels, seen, range, random)', () => {
  it('tries every number of the range and takes the clear one', () => {
    const choice = runToEnd(
      chooseFromGraphs({ kernels, device: null }, seen, { from: 2, to: 5, wide: false }, new Random(4)),
    )
    expect(choice).toMatchObject({ clusters: 3, standsOut: true })
    expect(choice.candidates.map(({ clusters }) => clusters).sort()).toEqual([2, 3, 4, 5])
    expect(choice.chance).toBeLessThan(0.5)
  })

  it('goes through later stages of a given range, too', () => {
    const choice = runToEnd(
      chooseFromGraphs({ kernels, device: null }, seen, { from: 15, to: 18, wide: false }, new Random(4)),
    )
    expect(choice.candidates.map(({ clusters }) => clusters).sort()).toEqual([15, 16, 17, 18])
  })

  it('ends a wide search after the first stage where the best is small, and goes on where it is not', () => {
    const tried = (graphs: ViewLinks) =>
      runToEnd(chooseFromGraphs({ kernels, device: null }, graphs, { from: 2, to: 20, wide: true }, new Random(4)))
    expect(tried(seen).candidates.length).toBe(15)
    const many = tried(graphsOf(18, 8))
    expect(many.clusters).toBe(18)
    expect(many.candidates.length).toBeGreaterThan(15)
  })
})

describe('chooseFromGraphs, where a number far beyond those tried has a gap of its own', () => {
  it('tries it and its neighbours, also where few clusters are the better choice', () => {
    // Three groups far apart of ten each, which no link joins.
    const random = new Random(8)
    const ready = [0, 1].map((v) => {
      const scores = matrix(360, 13)
      for (let i = 0; i < 360; i++)
        for (let j = 0; j < 13; j++) {
          const group = Math.floor(i / 12)
          const isThere = j < 3 ? j === Math.floor(group / 10) : j - 3 === group % 10
          scores.data[i * 13 + j] = (j < 3 ? 90 : 8) * Number(isThere) + normal(random)
        }
      const scored = runToEnd(preprocessView(kernels, scores, random.split(v), { ranks: singleProcess }))
      return { name: `view ${v}`, weight: 1, incomplete: false, ...scored }
    })
    const graphs = runToEnd(linkViews(plainRuntime(kernels, new Random(1)), samplesInOrder(360), ready, 5, true))
    const { candidates } = runToEnd(
      chooseFromGraphs({ kernels, device: null }, graphs, { from: 2, to: 60, wide: true }, new Random(4)),
    )
    expect(candidates.map((each) => each.clusters)).toEqual(expect.arrayContaining([29, 30, 31]))
    expect(candidates.length).toBe(18)
  })
})

describe('chooseClusters, where little is to be chosen from', () => {
  const choose = async (rows: number[][], clusters: 'auto' | { from: number; to: number }) =>
    (await cluster({ a: rows }, { clusters, runtime: { threads: 1 } })).choice!

  it('takes no more clusters than samples differ, and says so', async () => {
    const repeated = (...kinds: number[]) => Array.from({ length: 24 }, (_, i) => [kinds[i % kinds.length], 1])
    const one = await choose(repeated(5), 'auto')
    expect(one).toMatchObject({ clusters: 1, standsOut: false, chance: 0 })
    expect(one.reason).toBe('1 cluster, because only 1 of the samples differ.')
    expect(one.candidates).toEqual([{ clusters: 1, score: 0, gap: 0, stability: 0, agreement: 0 }])
    await expect(choose(repeated(1, 9), { from: 3, to: 4 })).rejects.toThrow(
      'clusters: go from 3 but only 2 of the samples differ, give at most 2',
    )
  })

  it('takes the only number of a range of one', async () => {
    const rows = Array.from({ length: 24 }, (_, i) => [i, i * i])
    expect(await choose(rows, { from: 1, to: 1 })).toMatchObject({
      clusters: 1,
      reason: '1 cluster, because it is the only number to choose from.',
    })
    expect(await choose(rows, { from: 3, to: 3 })).toMatchObject({
      clusters: 3,
      reason: '3 is the only number to choose from.',
    })
  })
})

describe('evenGraphs(kernels, seen, random)', () => {
  it('has samples all over the range of every view, and no groups', () => {
    const even = runToEnd(evenGraphs({ kernels, device: null }, seen, new Random(6)))
    expect(even.scores.length).toBe(2)
    // A constant view has no scores, and no range.
    const constant = { ...seen, scores: [...seen.scores, matrix(48, 0)] }
    expect(runToEnd(evenGraphs({ kernels, device: null }, constant, new Random(6))).scores.length).toBe(2)
    expect(even.graphs[0].graph.rows).toBe(48)
    const [three] = runToEnd(measureNumbers(kernels, even, [3], 3, new Random(2)))
    expect(three.stability * three.agreement).toBeLessThan(0.4)
  })
})

describe('extendPartition(kernels, points, rows, labels, clusters)', () => {
  it('gives every row the cluster with the nearest mean of the labelled rows', () => {
    const points = fromRows([
      [0, 0],
      [10, 10],
      [1, 1],
      [11, 9],
      [4, 4],
      [30, 30],
    ])
    const labels = extendPartition(kernels, points, Uint32Array.of(0, 2, 1, 5), Int32Array.of(1, 1, 0, 0), 2)
    // The means are (0.5, 0.5) and (20, 20): even (10, 10), which was in the other, is nearer to the first.
    expect([...labels]).toEqual([1, 1, 1, 1, 1, 0])
  })
})

describe('markOutliers(scores, outliers)', () => {
  it('marks scores past 3.5 with auto, else the highest share, of equal ones none or all', () => {
    const scores = Float64Array.of(1, 3.5, 3.6, 2, 5)
    expect([...markOutliers(scores, 'auto', singleProcess)]).toEqual([0, 0, 1, 0, 1])
    expect([...markOutliers(scores, 0.2, singleProcess)]).toEqual([0, 0, 0, 0, 1])
    expect([...markOutliers(scores, 0.39, singleProcess)]).toEqual([0, 0, 0, 0, 1])
    expect([...markOutliers(scores, 0.4, singleProcess)]).toEqual([0, 0, 1, 0, 1])
    expect([...markOutliers(scores, 0, singleProcess)]).toEqual([0, 0, 0, 0, 0])
    expect([...markOutliers(Float64Array.of(1, 2, 2, 2), 0.5, singleProcess)]).toEqual([0, 0, 0, 0])
    expect([...markOutliers(Float64Array.of(2, 2, 1, 1), 0.5, singleProcess)]).toEqual([1, 1, 0, 0])
  })

  it('warns of clusters of which at least nine in ten are outliers', () => {
    const scores = (outliers: number) => Array.from({ length: 10 }, (_, i) => (i < outliers ? 4 : 1))
    const outlierScores = Float64Array.from([9, 8, 10, 0].flatMap(scores))
    const labels = Int32Array.from(outlierScores, (_, i) => Math.floor(i / 10))
    const warnings = outlierWarnings({ labels, outlierScores }, 5, singleProcess)
    expect(warnings.map((warning) => warning.slice(0, warning.indexOf(':')))).toEqual([
      'cluster 0 holds almost only outliers (10 samples)',
      'cluster 2 holds only outliers (10 samples)',
    ])
  })

  it('refuses what is neither auto nor a share', () => {
    for (const fine of ['auto', 0, 0.02, 0.999]) expect(() => checkOutliers(fine)).not.toThrow()
    for (const bad of [1, -0.1, '0.1', null, NaN, {}])
      expect(() => checkOutliers(bad)).toThrow(
        `outliers: is ${JSON.stringify(bad)}, give "auto" or a share of the samples from 0 to below 1`,
      )
  })
})
