import type { Matrix } from '@manyview/core'
import { multiplyTranspose, symmetricEigen, unitRows } from '@manyview/core/numerics'
import { Kernels } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import { runToEnd } from '../../../core/src/runtime/steps.ts'
import { transitionMatrix } from '../../src/graph/transition-matrix.ts'
import { leadingVectors } from '../../src/linalg/leading-vectors.ts'
import { weightedSum } from '../../src/linalg/weighted-sum.ts'
import { type EtlmscState, etlmscIterations, reversible, stationary } from '../../src/methods/etlmsc.ts'
import { difference, listDifference, rivalTrace, viewsOf } from './rival-trace.ts'

const trace = rivalTrace('ETLMSC')

async function run(axis: 'row' | 'column', maxIterations = 200): Promise<EtlmscState[]> {
  const kernels = await Kernels.load()
  const walks = viewsOf(trace).map((view) => runToEnd(transitionMatrix(kernels, view)).matrix)
  const states: EtlmscState[] = []
  const settings = { lambda: trace.params.lam, axis, tolerance: 1e-6, maxIterations }
  for (const state of etlmscIterations(kernels, walks, settings)) if (state.finished) states.push({ ...state })
  return states
}

function worst(parts: readonly Matrix[], stored: number[][][]): number {
  return Math.max(...parts.map((part, v) => difference(part, stored[v])))
}

async function embeddingGram(walk: Matrix): Promise<Matrix> {
  const symmetric = runToEnd(reversible(walk, runToEnd(stationary(walk)).distribution))
  const embedding = unitRows(runToEnd(leadingVectors(await Kernels.load(), symmetric, trace.c)))
  return multiplyTranspose(embedding, embedding)
}

describe('etlmscIterations against the authors’ iterates', () => {
  it('builds the same random walks', async () => {
    const kernels = await Kernels.load()
    const walks = viewsOf(trace).map((view) => runToEnd(transitionMatrix(kernels, view)))
    expect(
      listDifference(
        walks.map(({ sigma }) => sigma),
        trace.sigma,
      ),
    ).toBeLessThan(1e-13)
    expect(
      worst(
        walks.map((walk) => walk.matrix),
        trace.T,
      ),
    ).toBeLessThan(1e-13)
  })

  it.each(['iter1', 'iterMid', 'last'])('reaches the same variables in state %s', async (name) => {
    const stored = trace[name]
    const state = (await run('row', stored.iteration)).at(-1)!
    expect(state.mu).toBeCloseTo(stored.mu, 10)
    expect(listDifference(state.residuals, stored.residuals)).toBeLessThan(1e-10)
    for (const variable of ['Z', 'E', 'Y'] as const)
      if (stored[variable]) expect(worst(state[variable], stored[variable])).toBeLessThan(1e-9)
  })

  it('stops after as many iterations with the same residual in each', async () => {
    const states = await run('row')
    expect(states.length).toBe(trace.iterations)
    expect(states.at(-1)!.converged).toBe(true)
    expect(
      listDifference(
        states.map(({ residuals }) => Math.max(...residuals)),
        trace.residualPerIteration,
      ),
    ).toBeLessThan(1e-10)
  })

  it('gives the same Markov chain, eigenvalues and embedding', async () => {
    const walk = weightedSum((await run('row')).at(-1)!.Z)
    expect(difference(walk, trace.S)).toBeLessThan(1e-9)
    const { distribution, clamped } = runToEnd(stationary(walk))
    expect(clamped).toBe(0)
    expect(listDifference(distribution, trace.pi)).toBeLessThan(1e-9)
    const symmetric = runToEnd(reversible(walk, distribution))
    expect(difference(symmetric, trace.Ph)).toBeLessThan(1e-9)
    const sizes = symmetricEigen(symmetric).values.map(Math.abs).sort().reverse()
    expect(listDifference(sizes.subarray(0, 6), trace.leadingEigenvalues.map(Math.abs))).toBeLessThan(1e-9)
    expect(difference(await embeddingGram(walk), trace.embeddingGram)).toBeLessThan(1e-8)
  })

  it('agrees along the column axis, too', async () => {
    const states = await run('column')
    expect(states.length).toBe(trace.columnAxis.iterations)
    const walk = weightedSum(states.at(-1)!.Z)
    expect(difference(walk, trace.columnAxis.S)).toBeLessThan(1e-9)
    expect(listDifference(runToEnd(stationary(walk)).distribution, trace.columnAxis.pi)).toBeLessThan(1e-9)
    expect(difference(await embeddingGram(walk), trace.columnAxis.embeddingGram)).toBeLessThan(1e-8)
  })
})
