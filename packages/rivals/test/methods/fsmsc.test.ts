import { cluster } from '@manyview/core'
import { concatenateColumns, multiplyTranspose, svd, unitRows } from '@manyview/core/numerics'
import { Kernels } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import { standardiseRows } from '../../src/data/rival-scalings.ts'
import { type FsmscState, fsmsc, fsmscIterations } from '../../src/methods/fsmsc.ts'
import { difference, differenceFlipped, listDifference, rivalTrace, viewsOf } from './rival-trace.ts'

const trace = rivalTrace('FSMSC')
const { tau, l1: lambda1, l2: lambda2, iters: maxIterations } = trace.params
const settings = { clusters: trace.c, tau, lambda1, lambda2, selection: 'ridge' as const, maxIterations }
const views = viewsOf(trace).map(standardiseRows)
const together = standardiseRows(concatenateColumns(viewsOf(trace)))

async function run(selection: 'ridge' | 'columns' = 'ridge'): Promise<FsmscState[]> {
  return [...fsmscIterations(await Kernels.load(), views, together, { ...settings, selection })]
}

describe('fsmscIterations against the authors’ iterates', () => {
  it('standardises every sample as published', () => {
    views.forEach((view, v) => {
      expect(differenceFlipped(view, trace.scaled[v])).toBeLessThan(1e-12)
    })
    expect(differenceFlipped(together, trace.scaledAll)).toBeLessThan(1e-12)
  })

  it('records the same objective in each iteration', async () => {
    const objectives = (await run()).map((state) => state.objective)
    expect(listDifference(objectives, trace.objective)).toBeLessThan(1e-9)
  })

  it.each(['iter1', 'iterMid', 'last'])('reaches the same variables in state %s', async (name) => {
    const stored = trace[name]
    const state = (await run())[stored.iteration - 1]
    stored.W.forEach((W: number[][], v: number) => {
      expect(difference(state.W[v], W)).toBeLessThan(1e-9)
    })
    for (const field of ['A', 'D', 'Q'] as const) expect(difference(state[field], stored[field])).toBeLessThan(1e-9)
    for (const field of ['Z', 'Zb'] as const) expect(differenceFlipped(state[field], stored[field])).toBeLessThan(1e-9)
  })

  it('gives the same embedding', async () => {
    const { u } = svd((await run()).at(-1)!.Z)
    expect(difference(multiplyTranspose(u, u), trace.projector)).toBeLessThan(1e-9)
    expect(difference(multiplyTranspose(unitRows(u), unitRows(u)), trace.embeddingGram)).toBeLessThan(1e-9)
  })

  it('knows a rotation that is not unique: the first features of the first samples are all alike', async () => {
    expect((await run()).some(({ ambiguous }) => ambiguous)).toBe(false)
    const words = Array.from({ length: 12 }, (_, i) =>
      Array.from({ length: 9 }, (_, j) => (j > 3 && j % 3 === i % 3 ? 2 : 0)),
    )
    const { warnings } = await cluster({ words, same: words }, { method: fsmsc, clusters: 3 })
    expect(warnings).toContainEqual(expect.stringContaining('is not unique on these data'))
  })

  it('selection: columns drives whole columns of Q to zero where ridge only shrinks them', async () => {
    const norms = (state: FsmscState) => Array.from(state.Q.data).map(Math.abs)
    expect(Math.max(...norms((await run('columns'))[0]))).toBeLessThan(1e-5)
    expect(Math.max(...norms((await run('ridge'))[0]))).toBeGreaterThan(0.1)
  })
})
