import { cluster, type DenseView } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { fitConsensus, gatherBefore, judgeSamples } from '../../src/consensus/consensus.ts'
import { keptGathered } from '../../src/consensus/result.ts'
import type { Task } from '../../src/methods/method.ts'
import { adjustedRandIndex } from '../../src/metrics/scores.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { prepareRows, prepareViews } from '../../src/views/prepare-views.ts'
import { countingScratch, viewInBlocks } from '../ways-to-hold.ts'

const kernels = await Kernels.load()
const options = { effort: 'full', neighbours: 10, sample: null, viewWeights: null }
const task = (more: Partial<Task> = {}): Task => ({
  ...{ clusters: 3, options, random: new Random(1), kernels, device: null, ranks: singleProcess },
  ...more,
})

/** Samples of three groups that lie apart, i mod 3 each. */
function view(samples: number, features = 5): DenseView {
  const random = new Random(samples + features)
  const data = Float64Array.from({ length: samples * features }, (_, p) => {
    const group = Math.floor(p / features) % 3
    return 6 * Number(p % features === group) + normal(random)
  })
  return { samples, features, data }
}

const prepared = (given: Record<string, DenseView>) => prepareViews(given, { ranks: singleProcess })
const truth = Array.from({ length: 120 }, (_, i) => i % 3)

describe('a fit of the default method', () => {
  it('asks for threads from 1,001 samples on, before it begins, and does without them', () => {
    for (const [samples, asked] of [
      [1000, 0],
      [1001, 1],
    ]) {
      const input = prepared({ one: view(samples, 1) })
      for (const begin of [gatherBefore, fitConsensus]) {
        let calls = 0
        const crew = () => {
          calls++
          return null
        }
        begin(input, task({ crew })).next()
        expect(calls).toBe(asked)
        expect(begin(input, task()).next().done).toBe(false)
      }
    }
  })

  it('judges no samples where fewer than three differ', () => {
    const judge = (data: number[]) =>
      runToEnd(judgeSamples(prepared({ one: { samples: data.length, features: 1, data } }), task()))
    expect(judge([1, 2, 1, 2, 1])).toBeNull()
    expect(judge([1, 2, 1, 2, 9])!.outlierScores).toHaveLength(5)
  })

  it('takes the evidence that was gathered before, and gathers it again for another number of neighbours', () => {
    const input = prepared({ one: view(120) })
    const seen = runToEnd(gatherBefore(input, task()))
    const stagesOf = (clusters: number) => {
      const stages = new Set<string>()
      const steps = fitConsensus(input, task({ seen, clusters, options: { ...options, effort: 'fast' } }))
      for (const { stage } of steps) stages.add(stage)
      return stages
    }
    const neighbours = seen.evidence!.neighbours
    expect(neighbours).toBe(10)
    expect(stagesOf(3)).not.toContain('neighbours')
    expect(stagesOf(3)).not.toContain('order')
    // Clusters of three samples have fewer neighbours to look at.
    expect(stagesOf(40)).toContain('neighbours')
  })

  it('keeps views that are read in blocks in the scratch of the task, and gives all of it back', () => {
    const { state, scratch } = countingScratch()
    const given = { one: viewInBlocks(view(120, 40), 16) }
    const input = runToEnd(prepareRows(given, { ranks: singleProcess }))
    const { evidence } = runToEnd(gatherBefore(input, task({ scratch })))
    expect(evidence!.samples.total).toBe(120)
    expect([state.made > 0, state.inUse]).toEqual([true, 0])
  })

  it('says nothing of weights where none were given, and has no history', () => {
    const result = runToEnd(fitConsensus(prepared({ one: view(120), two: view(120, 6) }), task()))
    expect(result).toMatchObject({ viewWeights: null, iterations: 1, converged: true, warnings: [] })
    expect(result.history).toEqual({ objective: [], change: [] })
    // Three embeddings of three graphs, three kinds, twelve seeds of which each round draws half.
    expect(result.details.members).toBe(3 * 3 * 3 * 12)
    expect(result.details).not.toHaveProperty('fittedTo')
  })

  it('tells a partition before the first vote and one after it', async () => {
    const partitions: [string, Int32Array][] = []
    await cluster(
      { one: view(120), two: view(120, 6) },
      {
        clusters: 3,
        runtime: { threads: 1 },
        onProgress: ({ stage, partition }) => {
          if (partition) partitions.push([stage, partition()])
        },
      },
    )
    expect(partitions.map(([stage]) => stage)).toEqual(['filter', 'consensus'])
    for (const [, labels] of partitions) expect(adjustedRandIndex(truth, labels)).toBe(1)
  })

  it('keeps what it gathered for whoever explains it, unless partitions were fitted to some samples, which all others then join', async () => {
    const fit = async (sample?: number) => {
      const stages = new Set<string>()
      const { labels } = await cluster(
        { one: view(120) },
        {
          ...{ clusters: 3, effort: 'fast', runtime: { threads: 1 }, onProgress: ({ stage }) => stages.add(stage) },
          ...(sample ? { sample } : {}),
        },
      )
      expect(adjustedRandIndex(truth, labels)).toBe(1)
      return { kept: keptGathered(labels)?.evidence?.names, joins: stages.has('assign') }
    }
    expect(await fit()).toEqual({ kept: ['one'], joins: false })
    expect(await fit(60)).toEqual({ kept: undefined, joins: true })
  })
})
