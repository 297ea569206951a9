import { describe, expect, it } from 'vitest'
import { type Clustering, cluster } from '../../src/cluster.ts'
import { type BlockedView, blockedView } from '../../src/data/blocked-view.ts'
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
