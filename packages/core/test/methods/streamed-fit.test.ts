import { describe, expect, it } from 'vitest'
import { type Clustering, cluster } from '../../src/cluster.ts'
import { type BlockedView, blockedView } from '../../src/data/blocked-view.ts'
import type { Scratch } from '../../src/data/scratch.ts'
import type { DenseView } from '../../src/data/view.ts'
import { normal } from '../../src/random/normal.ts'
import { Random } from '../../src/random/random.ts'

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

function inBlocks(views: Record<string, DenseView>, blockSamples?: number): Record<string, BlockedView> {
  return Object.fromEntries(Object.entries(views).map(([name, view]) => [name, blockedView(view, blockSamples)]))
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
  ]
  for (const options of cases)
    it(`finds to the last bit what it finds in memory: ${JSON.stringify(options)}`, async () => {
      const views = someViews()
      const task = { method: 'dstl', clusters: 3, seed: 2, tolerance: 0, maxIterations: 5, ...options }
      const inMemory = found(await cluster(views, { ...task, threads: 1 }))
      for (const [blockSamples, threads] of [
        [1, 1],
        [50, 2],
        [undefined, 1],
      ] as const)
        expect(found(await cluster(inBlocks(views, blockSamples), { ...task, threads }))).toEqual(inMemory)
    })
})

describe('consensus on views that are read in blocks', () => {
  /** Room in memory that counts what is in use. */
  function countingScratch() {
    const state = { inUse: 0, made: 0 }
    const scratch: Scratch = {
      room(rows, columns) {
        const data = new Float64Array(rows * columns).fill(Number.NaN)
        state.inUse++
        state.made++
        return {
          ...{ rows, columns, blockRows: 36 },
          readRows: (begin, end, to) => to.set(data.subarray(begin * columns, end * columns)),
          writeRows: (begin, values) => data.set(values, begin * columns),
          remove: () => {
            state.inUse--
          },
        }
      },
    }
    return { state, scratch }
  }

  const cases: {
    title: string
    change: (views: Record<string, DenseView>) => Record<string, DenseView>
    options: object
  }[] = [
    { title: 'three views', change: (views) => views, options: {} },
    { title: 'effort fast', change: (views) => views, options: { effort: 'fast' } },
    { title: 'weights', change: (views) => views, options: { viewWeights: { few: 2, words: 0 } } },
    { title: 'words alone', change: ({ words }) => ({ words }), options: {} },
    { title: 'two samples alike', change: ({ few, many }) => ({ few: twins(few), many: twins(many) }), options: {} },
    { title: 'a view twice', change: ({ few, many }) => ({ many, few, again: many }), options: {} },
    {
      title: 'a constant view',
      change: ({ few, many }) => ({ few, flat: { ...many, data: Float64Array.from(many.data, () => 7) }, many }),
      options: {},
    },
    { title: 'nothing but noise', change: () => ({ noise: noise(8) }), options: {} },
    { title: 'more features than samples', change: ({ few }) => ({ few, wide: noise(500) }), options: {} },
    { title: 'constant features', change: ({ many, few }) => ({ few, many: flatten(many) }), options: {} },
  ]
  for (const { title, change, options } of cases)
    it(`finds to the last bit what it finds in memory: ${title}`, async () => {
      const views = change(someViews())
      const task = { method: 'consensus', clusters: 3, seed: 2, ...options }
      const inMemory = found(await cluster(views, { ...task, threads: 1 }))
      const { state, scratch } = countingScratch()
      expect(found(await cluster(inBlocks(views, 52), { ...task, threads: 2, scratch }))).toEqual(inMemory)
      expect(state.made).toBeGreaterThan(0)
      expect(state.inUse).toBe(0)
      expect(found(await cluster(inBlocks(views, 5), { ...task, threads: 1 }))).toEqual(inMemory)
    })
})
