import type { Matrix } from '@manyview/core'
import { largestEigen, multiplyTranspose, unitRows } from '@manyview/core/numerics'
import { Kernels } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import { runToEnd } from '../../../core/src/runtime/steps.ts'
import { normaliseAffinity, spectralEmbedding } from '../../src/graph/spectral-embedding.ts'
import { gramFactor } from '../../src/linalg/gram-factor.ts'
import { representationAffinity, type TSvdMscState, tSvdMscIterations } from '../../src/methods/t-svd-msc.ts'
import { difference, listDifference, rivalTrace, viewsOf } from './rival-trace.ts'

const trace = rivalTrace('t-SVD-MSC')

/** Runs to the stop, or to an iteration. */
async function run(errorGroups: 'all-views' | 'per-view', maxIterations = 202): Promise<TSvdMscState> {
  const kernels = await Kernels.load()
  const views = viewsOf(trace).map((view) => gramFactor(kernels, unitRows(view)))
  let last: TSvdMscState | undefined
  const settings = { lambda: trace.params.lam, errorGroups, tolerance: 1e-7, maxIterations }
  for (const state of tSvdMscIterations(kernels, views, settings)) last = state
  return last!
}

function worst(parts: readonly Matrix[], stored: number[][][]): number {
  return Math.max(...parts.map((part, v) => difference(part, stored[v])))
}

describe('tSvdMscIterations against the authors’ iterates', () => {
  it('scales the samples as published', async () => {
    const kernels = await Kernels.load()
    expect(
      worst(
        viewsOf(trace).map((view) => gramFactor(kernels, unitRows(view))),
        trace.scaled,
      ),
    ).toBeLessThan(1e-15)
  })

  it.each(['iter1', 'iterMid'])('reaches the same variables in state %s', async (name) => {
    const stored = trace[name]
    const state = await run('all-views', stored.iteration)
    expect(state.mu).toBe(stored.mu)
    expect(state.rho).toBe(stored.rho)
    for (const variable of ['Z', 'E', 'G', 'W', 'Y'] as const)
      expect(worst(state[variable], stored[variable])).toBeLessThan(1e-10)
  })

  it('stops after as many iterations with the same representations and errors', async () => {
    const state = await run('all-views')
    expect(state.iteration).toBe(trace.iterations)
    expect(state.converged).toBe(true)
    expect(worst(state.Z, trace.last.Z)).toBeLessThan(1e-9)
    expect(worst(state.E, trace.last.E)).toBeLessThan(1e-9)
  })

  it('gives the same affinity, eigenvalues and embedding', async () => {
    const affinity = runToEnd(representationAffinity((await run('all-views')).Z))
    expect(difference(affinity, trace.affinity)).toBeLessThan(1e-9)
    const { values } = largestEigen(normaliseAffinity(affinity), trace.njwEigenvalues.length)
    expect(listDifference(values, trace.njwEigenvalues)).toBeLessThan(1e-9)
    const embedding = spectralEmbedding(affinity, trace.c)
    expect(difference(multiplyTranspose(embedding, embedding), trace.embeddingGram)).toBeLessThan(1e-9)
  })

  it('agrees with errors grouped per view, too', async () => {
    const state = await run('per-view')
    expect(state.iteration).toBe(trace.perView.iterations)
    const affinity = runToEnd(representationAffinity(state.Z))
    expect(difference(affinity, trace.perView.affinity)).toBeLessThan(1e-9)
    const embedding = spectralEmbedding(affinity, trace.c)
    expect(difference(multiplyTranspose(embedding, embedding), trace.perView.embeddingGram)).toBeLessThan(1e-9)
  })
})
