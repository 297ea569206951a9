import { multiplyTranspose, unitRows, zScoreColumns } from '@manyview/core/numerics'
import { Kernels } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import { type AwmvcState, awmvcIterations } from '../../src/methods/awmvc.ts'
import { difference, differenceFlipped, listDifference, rivalTrace, viewsOf } from './rival-trace.ts'

const trace = rivalTrace('AWMVC')
const settings = { clusters: trace.c, exactWeights: false, tolerance: 1e-5, maxIterations: 101 }

async function run(): Promise<AwmvcState[]> {
  return [...awmvcIterations(await Kernels.load(), viewsOf(trace).map(zScoreColumns), settings)]
}

describe('awmvcIterations against the authors’ iterates', () => {
  it('scales the views as published, a constant feature to 0', () => {
    viewsOf(trace).forEach((view, v) => {
      expect(differenceFlipped(zScoreColumns(view), trace.scaled[v])).toBeLessThan(1e-12)
    })
  })

  it('stops after as many iterations with the same objective in each', async () => {
    const states = await run()
    expect(states.length).toBe(trace.iterations)
    expect(states.at(-1)!.converged).toBe(true)
    expect(
      listDifference(
        states.map((state) => state.objective),
        trace.objective,
        true,
      ),
    ).toBeLessThan(1e-10)
  })

  it.each(['iter1', 'iterMid', 'last'])('reaches the same variables in state %s', async (name) => {
    const stored = trace[name]
    const state = (await run())[stored.iteration - 1]
    expect(differenceFlipped(state.G, stored.G)).toBeLessThan(1e-9)
    stored.Z.forEach((Z: number[][], p: number) => {
      expect(differenceFlipped(state.Z[p], Z)).toBeLessThan(1e-9)
      expect(difference(state.W[p], stored.W[p])).toBeLessThan(1e-9)
      stored.H[p].forEach((H: number[][], v: number) => {
        expect(difference(state.H[p][v], H)).toBeLessThan(1e-9)
      })
      expect(listDifference(state.r[p], stored.r[p])).toBeLessThan(1e-9)
    })
    for (const list of ['s', 'a', 'g'] as const) expect(listDifference(state[list], stored[list])).toBeLessThan(1e-9)
  })

  it('gives the same embedding', async () => {
    const embedding = unitRows((await run()).at(-1)!.G)
    expect(difference(multiplyTranspose(embedding, embedding), trace.embeddingGram)).toBeLessThan(1e-9)
  })
})
