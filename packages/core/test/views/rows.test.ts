import { beforeAll, describe, expect, it } from 'vitest'
import { type HeldRows, type Rows, rowsBetween } from '../../src/numerics/linalg/rows.ts'
import { rowsAt, takeRows } from '../../src/numerics/linalg/take-rows.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { keepRows } from '../../src/runtime/scratch.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { type CanonicalOrder, canonicalOrder } from '../../src/views/canonical-order.ts'
import { observedFeatures } from '../../src/views/fill-low-rank.ts'
import { fillMeans } from '../../src/views/fill-means.ts'
import type { NamedRows } from '../../src/views/prepare-views.ts'
import { type PreprocessedView, preprocessView } from '../../src/views/preprocess-view.ts'
import { sparseRows } from '../../src/views/sparse-rows.ts'
import { isWords } from '../../src/views/view-kind.ts'
import { viewRows } from '../../src/views/view-rows.ts'
import { summariseView } from '../../src/views/view-summary.ts'
import { countingScratch, inBlocks } from '../ways-to-hold.ts'
import { counted, filled, measured } from './made-rows.ts'

let kernels: Kernels
beforeAll(async () => {
  kernels = await Kernels.load()
})

const cases: [string, HeldRows][] = [
  ['few features', filled(200, 3, measured)],
  ['measurements solved whole', filled(300, 60, measured)],
  ['words', filled(300, 60, counted)],
  ['words that only differ in length', filled(40, 6, (_, j) => (j === 2 ? 3 : 0))],
  ['nothing but zeros', filled(30, 5, () => 0)],
  ['sparse words', sparseRows(filled(300, 60, counted))],
  ['sparse measurements', sparseRows(filled(120, 30, (random, j) => Math.min(counted(random, j), 1) * normal(random)))],
]

function whereTheyLie(a: HeldRows): Rows {
  if (!('data' in a)) return inBlocks(a, 52)
  const { data, rows: samples, columns: features } = a
  return viewRows('a', { data, samples, features }, 0)
}

/** The ways to hold rows beside memory, with the room that they keep what they compute in. */
const ways = {
  'in blocks': (a: HeldRows) => ({ rows: inBlocks(a, 52), scratch: undefined }),
  'where they lie': (a: HeldRows) => ({ rows: whereTheyLie(a), scratch: undefined }),
  'in blocks, with scratch': (a: HeldRows) => ({ rows: inBlocks(a, 1024), scratch: countingScratch() }),
}

/** What is computed of a view in memory, once for all ways. */
const inMemory = new Map<HeldRows, PreprocessedView>()
function preprocessed(view: HeldRows): PreprocessedView {
  if (!inMemory.has(view))
    inMemory.set(view, runToEnd(preprocessView(kernels, view, new Random(1), { ranks: singleProcess })))
  return inMemory.get(view)!
}

/** What is computed of a view beside its scores. */
function statistics(data: Rows, present: Uint8Array | null) {
  return {
    words: runToEnd(isWords(data, singleProcess)),
    summary: runToEnd(summariseView({ data, present }, singleProcess)),
    observed: runToEnd(observedFeatures('view', data, singleProcess)),
    order: orderOf([{ name: 'view', data, present }]),
  }
}

function orderOf(views: readonly NamedRows[]): CanonicalOrder {
  return runToEnd(
    canonicalOrder(
      views.map((view) => ({ ...view, summary: runToEnd(summariseView(view, singleProcess)) })),
      singleProcess,
    ),
  )
}

describe.each(Object.entries(ways))('rows %s have the bytes of rows in memory', (_, held) => {
  it.each(cases)('in every statistic: %s', (_, view) => {
    const expected = statistics(view, null)
    expect(statistics(held(view).rows, null)).toEqual(expected)
  })

  it.each(cases)('when they are preprocessed: %s', (_, view) => {
    const { rows, scratch } = held(view)
    const expected = preprocessed(view)
    const mark = kernels.mark()
    expect(
      runToEnd(preprocessView(kernels, rows, new Random(1), { scratch: scratch?.scratch, ranks: singleProcess })),
    ).toEqual(expected)
    expect(kernels.mark()).toBe(mark)
    expect(scratch?.state.inUse ?? 0).toBe(0)
  })

  it('when samples lack the view', () => {
    const view = filled(90, 8, measured)
    const present = Uint8Array.from({ length: 90 }, (_, i) => Number(i % 7 > 1))
    for (let i = 0; i < 90; i++) if (!present[i]) view.data.fill(0, 8 * i, 8 * i + 8)
    for (const data of [view, sparseRows(view)]) {
      const { rows, scratch } = held(data)
      expect(statistics(rows, present)).toEqual(statistics(data, present))
      const expected = runToEnd(preprocessView(kernels, data, new Random(1), { present, ranks: singleProcess }))
      const options = { ranks: singleProcess, present, scratch: scratch?.scratch }
      expect(runToEnd(preprocessView(kernels, rows, new Random(1), options))).toEqual(expected)
    }
  })

  it('when missing values are filled in by means', () => {
    const view = filled(90, 8, (random, j) => (random.uniform() < 0.1 ? Number.NaN : measured(random, j)))
    for (const data of [view, sparseRows(view)]) {
      const complete = runToEnd(fillMeans('view', held(data).rows, singleProcess))
      expect(rowsBetween(complete, 0, 90)).toEqual(runToEnd(fillMeans('view', data, singleProcess)))
    }
  })

  it('when some of them are taken, put in another order or kept', () => {
    const view = filled(50, 6, counted)
    const order = Int32Array.from([...new Random(2).permutation(50), 3, -1, -1, 7, 8, 9])
    const places = new Random(3).permutation(50)
    const moved = new Uint32Array(50)
    places.forEach((place, i) => {
      moved[place] = i
    })
    for (const data of [view, sparseRows(view)]) {
      const { rows } = held(data)
      const { scratch } = countingScratch()
      expect(takeRows(rows, order)).toEqual(takeRows(data, order))
      expect(rowsBetween(rowsAt(rows, order), 0, order.length)).toEqual(takeRows(data, order))
      const kept = runToEnd(keepRows(scratch, rows, places)).rows
      expect(rowsBetween(kept, 0, 50)).toEqual(takeRows(data, moved))
      expect(rowsBetween(kept, 11, 30)).toEqual(rowsBetween(takeRows(data, moved), 11, 30))
    }
  })
})
