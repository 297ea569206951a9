import { describe, expect, it } from 'vitest'
import { assign } from '../../src/assign/assign.ts'
import { trainModel } from '../../src/assign/train-model.ts'
import { type Clustering, cluster } from '../../src/cluster.ts'
import { explain } from '../../src/explain/explain.ts'
import { leaveOneOut } from '../../src/explain/leave-one-out.ts'
import { requireMemory } from '../../src/methods/memory-limit.ts'
import { findMethod } from '../../src/methods/methods.ts'
import { validateOptions } from '../../src/methods/validate-options.ts'
import { matrix } from '../../src/numerics/linalg/matrix.ts'
import { isBlocked } from '../../src/numerics/linalg/rows.ts'
import { takeRows } from '../../src/numerics/linalg/take-rows.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import type { Checkpoints, SavedFit } from '../../src/runtime/checkpoints.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { blockedView } from '../../src/views/blocked-view.ts'
import { fillMissing } from '../../src/views/fill-missing.ts'
import { prepareRows } from '../../src/views/prepare-views.ts'
import { sparseRows } from '../../src/views/sparse-rows.ts'
import type { DenseView, SparseView } from '../../src/views/view.ts'
import { countingScratch, viewInBlocks } from '../ways-to-hold.ts'

const samples = 150

/** Views of three groups: measurements of 5 and of 40 features, counts of 30 words. */
function someViews(): Record<string, DenseView> {
  const random = new Random(3)
  const group = Array.from({ length: samples }, () => random.below(3))
  const centres = new Float64Array(3 * 40).map(() => 2 * normal(random))
  const made = (features: number, entry: (i: number, j: number) => number): DenseView => ({
    data: Float64Array.from({ length: samples * features }, (_, p) => entry(Math.floor(p / features), p % features)),
    samples,
    features,
  })
  return {
    few: made(5, (i, j) => centres[group[i] * 40 + j] + normal(random)),
    many: made(40, (i, j) => centres[group[i] * 40 + j] + normal(random)),
    words: made(30, (i, j) => (random.uniform() < (j % 3 === group[i] ? 0.5 : 0.1) ? 1 + random.below(4) : 0)),
  }
}

function inBlocks(views: Record<string, DenseView | SparseView>, blockSamples = 1000) {
  return Object.fromEntries(Object.entries(views).map(([name, view]) => [name, viewInBlocks(view, blockSamples)]))
}

/** The same view without its zeros. */
function sparse({ data, samples, features }: DenseView): SparseView {
  return { samples, features, ...sparseRows(matrix(samples, features, Float64Array.from(data))) }
}

/** The last ten samples are copies of the first ten. */
function twins(view: DenseView): DenseView {
  const { data, features } = view
  return { ...view, data: Float64Array.from(data, (value, p) => data[p - (samples - 10) * features] ?? value) }
}

/** Every third feature the same for all samples. */
function flatten(view: DenseView): DenseView {
  return { ...view, data: Float64Array.from(view.data, (value, p) => ((p % view.features) % 3 === 0 ? 1.5 : value)) }
}

function noise(features: number): DenseView {
  const random = new Random(9)
  return { data: Float64Array.from({ length: samples * features }, () => normal(random)), samples, features }
}

/** Some samples lack one view or the other, by a mark or by values that are all NaN. */
function lacking({ few, many, words }: Record<string, DenseView>): Record<string, DenseView | SparseView> {
  const data = Float64Array.from(few.data).fill(Number.NaN, 5 * 10, 5 * 14)
  const present = Array.from({ length: samples }, (_, i) => i % 11 !== 3)
  return {
    few: { ...few, data },
    many: { ...many, present },
    words: { ...sparse(words), present: [...present].reverse() },
  }
}

function holed(view: DenseView): DenseView {
  const random = new Random(4)
  return { ...view, data: Float64Array.from(view.data, (value) => (random.uniform() < 0.04 ? Number.NaN : value)) }
}

/** Every view with ids of its own, in an order of its own, and without some of the samples. */
function withIds({ few, many, words }: Record<string, DenseView>): Record<string, DenseView | SparseView> {
  const [one, other, third] = [few, many, words].map((view, v) => {
    const order = Array.from(new Random(v + 20).permutation(samples)).filter((i) => i % 9 !== v)
    const rows = takeRows(matrix(samples, view.features, Float64Array.from(view.data)), order)
    return { data: rows.data, samples: rows.rows, features: view.features, ids: order.map((i) => `s${i}`) }
  })
  return { few: one, many: other, words: { ...sparse(third), ids: third.ids } }
}

/** All that a fit found, without the time it took. */
function found({ seconds: _, ...rest }: Clustering): Omit<Clustering, 'seconds'> {
  return rest
}

describe('dstl on views that are read in blocks', () => {
  const cases = [
    { variant: 'full' },
    { variant: 'S' },
    { variant: 'T' },
    { variant: 'Y' },
    { variant: 'full', start: 'random', latentDimension: 7 },
  ] as const
  for (const options of cases)
    it(`finds to the last bit what it finds in memory: ${JSON.stringify(options)}`, async () => {
      const views = someViews()
      const task = { method: 'dstl' as const, clusters: 3, seed: 2, tolerance: 0, maxIterations: 5, ...options }
      const inMemory = found(await cluster(views, { ...task, runtime: { threads: 1 } }))
      for (const [blockSamples, threads] of [
        [1, 1],
        [50, 2],
        [undefined, 1],
      ] as const)
        expect(found(await cluster(inBlocks(views, blockSamples), { ...task, runtime: { threads } }))).toEqual(inMemory)
    })
})

describe('consensus on views that are read in blocks', () => {
  const cases: {
    title: string
    change: (views: Record<string, DenseView>) => Record<string, DenseView | SparseView>
    options: object
  }[] = [
    { title: 'three views', change: (views) => views, options: { effort: 'full' } },
    { title: 'weights', change: (views) => views, options: { viewWeights: { few: 2, words: 0 } } },
    { title: 'words alone', change: ({ words }) => ({ words }), options: {} },
    { title: 'two samples alike', change: ({ few, many }) => ({ few: twins(few), many: twins(many) }), options: {} },
    { title: 'a view twice', change: ({ few, many }) => ({ many, few, again: many }), options: {} },
    {
      title: 'a constant view',
      change: ({ few, many }) => ({ few, flat: { ...many, data: Float64Array.from(many.data, () => 7) }, many }),
      options: {},
    },
    { title: 'nothing but noise', change: () => ({ noise: noise(8) }), options: { effort: 'full' } },
    { title: 'more features than samples', change: ({ few }) => ({ few, wide: noise(500) }), options: {} },
    {
      title: 'sparse views',
      change: ({ few, many, words }) => ({ few, many: sparse(many), words: sparse(words) }),
      options: {},
    },
    { title: 'samples that lack views', change: lacking, options: {} },
    { title: 'missing values', change: ({ few, many }) => ({ few: holed(few), many }), options: { missing: 'mean' } },
    {
      title: 'missing values, by low rank',
      change: ({ few, many }) => ({ few, many: holed(many) }),
      options: { missing: 'lowrank' },
    },
    { title: 'samples joined by ids that not all views have', change: withIds, options: { join: 'outer' } },
    { title: 'constant features', change: ({ many, few }) => ({ few, many: flatten(many) }), options: {} },
  ]
  for (const { title, change, options } of cases)
    it(`finds to the last bit what it finds in memory: ${title}`, async () => {
      const views = change(someViews())
      const task = { method: 'consensus' as const, clusters: 3, seed: 2, effort: 'fast' as const, ...options }
      const inMemory = found(await cluster(views, { ...task, runtime: { threads: 1 } }))
      const { state, scratch } = countingScratch()
      expect(found(await cluster(inBlocks(views, 52), { ...task, runtime: { threads: 2, scratch } }))).toEqual(inMemory)
      expect(state.made).toBeGreaterThan(0)
      expect(state.inUse).toBe(0)
      expect(found(await cluster(inBlocks(views, 5), { ...task, runtime: { threads: 1 } }))).toEqual(inMemory)
    })

  it('chooses the number of clusters that it chooses in memory', async () => {
    const { few, many } = someViews()
    for (const method of ['consensus', 'dstl'] as const) {
      const task = { method, clusters: { from: 2, to: 5 }, runtime: { threads: 1 } }
      const inMemory = found(await cluster({ few, many }, task))
      expect(found(await cluster(inBlocks({ few, many }, 40), task))).toEqual(inMemory)
    }
  })
})

describe('dstl beyond complete dense views that are read in blocks', () => {
  const { few, many, words } = someViews()
  const task = { method: 'dstl' as const, clusters: 3, maxIterations: 4, runtime: { threads: 1 } }
  const cases: [string, Record<string, DenseView | SparseView>, object][] = [
    ['sparse views', { few, words: sparse(words) }, {}],
    ['samples that lack views', lacking({ few, many, words }), {}],
    ['missing values', { few: holed(few), many }, { missing: 'mean' }],
    ['samples joined by ids', withIds({ few, many, words }), { join: 'outer' }],
    ['the transform of a graph', { few, many }, { transform: 'graph' }],
  ]
  for (const [title, views, options] of cases)
    it(`finds to the last bit what it finds in memory: ${title}`, async () => {
      const inMemory = found(await cluster(views, { ...task, ...options }))
      expect(found(await cluster(inBlocks(views, 52), { ...task, ...options }))).toEqual(inMemory)
    })
})

describe('after a fit, views that are read in blocks', () => {
  const { few, many, words } = someViews()
  const views = { few: holed(few), many, words: sparse(words) }
  const options = { clusters: 3, effort: 'fast' as const, missing: 'mean' as const, runtime: { threads: 1 } }

  it('give the explanation of views in memory', async () => {
    const clustering = await cluster(views, options)
    const expected = await explain(views, clustering, { missing: 'mean' })
    const { state, scratch } = countingScratch()
    expect(await explain(inBlocks(views, 40), clustering, { missing: 'mean', scratch })).toEqual(expected)
    expect(state.inUse).toBe(0)
    expect(await explain(inBlocks(views, 9), clustering, { missing: 'mean' })).toEqual(expected)
  })

  it('give the model of views in memory, which places samples in blocks as it does those in memory', async () => {
    const held = { many, words: sparse(words) }
    for (const method of ['consensus', 'dstl', 'kmeans'] as const) {
      const clustering = await cluster(held, { clusters: 3, method, runtime: { threads: 1 } })
      const model = await trainModel(held, clustering)
      const { scratch } = countingScratch()
      expect(await trainModel(inBlocks(held, 32), clustering, { scratch })).toEqual(model)
      const assigned = await assign(model, held)
      expect(await assign(model, inBlocks(held, 64))).toEqual(assigned)
    }
  })

  it('can be left out one by one', async () => {
    const clustering = await cluster(views, options)
    const expected = await leaveOneOut(views, clustering, { missing: 'mean', threads: 1 })
    expect(await leaveOneOut(inBlocks(views, 40), clustering, { missing: 'mean', threads: 1 })).toEqual(expected)
  })

  it('are filled in as views in memory are', async () => {
    for (const how of ['mean', 'lowrank'] as const) {
      const inMemory = await fillMissing(views, how)
      const blocked = await fillMissing(inBlocks(views, 40), how)
      expect(blocked.filled).toEqual(inMemory.filled)
      const task = { clusters: 3, effort: 'fast' as const }
      expect(found(await cluster(blocked.views, task))).toEqual(found(await cluster(inMemory.views, task)))
    }
  })
})

describe('views that are read in blocks', () => {
  const views = inBlocks(someViews())
  const refusal = (given: object, options: object) => cluster(given as typeof views, { clusters: 3, ...options })

  it('are made of large ones in memory for a method that would copy them, with the same result', async () => {
    const single = Object.fromEntries(
      Object.entries(someViews()).map(([name, view]) => [name, { ...view, data: Float32Array.from(view.data) }]),
    )
    const { views } = runToEnd(prepareRows(single, { heldUpTo: 5 * samples, ranks: singleProcess }))
    expect(views.map(({ data }) => isBlocked(data))).toEqual([false, true, true])
    const task = { clusters: 3, seed: 2, runtime: { threads: 1 } }
    const lying = { ...findMethod('consensus'), heldUpTo: 0 }
    expect(found(await cluster(single, { ...task, method: lying }))).toEqual(found(await cluster(single, task)))
  })

  it('can be given beside views in memory', async () => {
    const { few, many, words } = someViews()
    const mixed = { few, ...inBlocks({ many }, 20), words }
    for (const method of ['consensus', 'dstl'] as const)
      expect(found(await cluster(mixed, { method, clusters: 3, runtime: { threads: 1 } }))).toEqual(
        found(await cluster({ few, many, words }, { method, clusters: 3, runtime: { threads: 1 } })),
      )
  })

  it('are joined by id', async () => {
    const { few, many } = someViews()
    const ids = Array.from({ length: samples }, (_, i) => `s${i}`)
    const order = new Random(1).permutation(samples)
    const shuffled = {
      ...many,
      data: Float64Array.from(many.data, (_, p) => many.data[order[Math.floor(p / 40)] * 40 + (p % 40)]),
      ids: Array.from(order, (i) => `s${i}`),
    }
    const given = { few: { ...few, ids }, many: shuffled }
    const task = { method: 'dstl' as const, clusters: 3, maxIterations: 3 }
    expect(found(await cluster(inBlocks(given, 16), task))).toEqual(found(await cluster(given, task)))
  })

  it('can be stopped within an iteration of dstl, after the block at hand', async () => {
    const { many } = someViews()
    const stop = new AbortController()
    let begun = false
    let blocks = 0
    const view = blockedView(many, 4)
    const watched = {
      ...view,
      readRows(begin: number, end: number, to: Float64Array) {
        if (begun) blocks++
        if (blocks === 3) stop.abort(new Error('enough'))
        view.readRows(begin, end, to)
      },
    }
    const onProgress = ({ stage }: { stage: string }) => {
      begun = stage === 'iterating'
    }
    const fit = cluster({ watched }, { method: 'dstl', clusters: 3, signal: stop.signal, onProgress })
    await expect(fit).rejects.toThrow('enough')
    expect(blocks).toBeLessThan(6)
  })

  it('go on from a checkpoint of a fit in memory', async () => {
    const { few, many } = someViews()
    const saved = new Map<string, SavedFit>()
    const checkpoints: Checkpoints = {
      load: (task) => saved.get(task) ?? null,
      due: () => saved.size === 0,
      save: (task, state) => saved.set(task, structuredClone(state)),
    }
    const task = { method: 'dstl' as const, clusters: 3, tolerance: 0, maxIterations: 6 }
    const whole = found(await cluster({ few, many }, { ...task, runtime: { checkpoints } }))
    expect(saved.size).toBe(1)
    expect(found(await cluster(inBlocks({ few, many }, 20), { ...task, runtime: { checkpoints } }))).toEqual(whole)
  })

  it('are refused where a method or an option needs them in memory', async () => {
    const wrong: [object, RegExp][] = [
      [{ method: 'kmeans' }, /method: "kmeans" needs its views in memory, choose consensus or dstl/],
      [
        { method: 'dstl', runtime: { precision: 'single' } },
        /precision: cannot be single when views are read in blocks/,
      ],
    ]
    for (const [options, message] of wrong) await expect(refusal(views, options)).rejects.toThrow(message)
  })

  it('are refused where their shapes or values cannot be meant', async () => {
    const { few } = someViews()
    const holed = (value: number) => ({
      few: viewInBlocks({ ...few, data: Float64Array.from(few.data).fill(value, 23, 27) }, 50),
    })
    const wrong: [object, RegExp][] = [
      [{ few: { ...views.few, samples: 0 } }, /few: has 0 samples/],
      [{ few: { ...views.few, features: 1.5 } }, /few: has 1.5 features/],
      [{ few: { ...views.few, blockSamples: 0 } }, /few: has blocks of 0 samples/],
      [{ few: { ...views.few, ids: ['a'] } }, /few: has 1 id for 150 samples/],
      [{ ...views, few: { ...views.few, samples: 149 } }, /has 150 samples but "few" has 149/],
      [holed(Number.POSITIVE_INFINITY), /few: sample 4, feature 3 is Infinity/],
      [
        holed(Number.NaN),
        /few: has 4 missing values \(NaN\) in 2 samples and 4 features, the first at sample 4, feature 3/,
      ],
    ]
    for (const [given, message] of wrong) await expect(refusal(given, {})).rejects.toThrow(message)
  })

  it('are what large views in memory count as in the formula of a method that reads those where they lie', () => {
    const method = findMethod('consensus')
    const size = { samples: 1_000_000, features: [100, 200], clusters: 5, options: validateOptions(method, {}) }
    expect(method.estimate!(size)).toEqual(method.estimate!({ ...size, streamed: true }))
  })

  it('take no memory for the views by the formula, and are recommended where that is enough', async () => {
    for (const [name, many] of [
      ['consensus', 10_000],
      ['dstl', 1_000_000],
    ] as const) {
      const method = findMethod(name)
      const size = { samples: many, features: [1000, 2000], clusters: 5, options: validateOptions(method, {}) }
      const { bytes } = method.estimate!(size)
      const streamed = method.estimate!({ ...size, streamed: true }).bytes
      expect(bytes - streamed).toBeGreaterThan(0.9 * 8 * 3000 * size.samples)
      expect(() => requireMemory({ memoryLimit: streamed }, bytes, 'views', streamed)).toThrow(
        /blocks \(--stream, [\d.]+ [kMG]B\)/,
      )
      expect(() => requireMemory({ memoryLimit: 1000 }, bytes, 'views', streamed)).toThrow(/use fewer samples/)
      await expect(refusal(views, { method: name, runtime: { memory: 1000 } })).rejects.toThrow(
        /need [\d.]+ [kMG]B but the limit is 1/,
      )
    }
  })
})
