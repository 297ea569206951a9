import type { Matrix } from '@manyview/core'
import { fromRows, squaredDistances, unitRows } from '@manyview/core/numerics'
import { Kernels } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import { runToEnd } from '../../../core/src/runtime/steps.ts'
import { firstGraph, type LtbplState, ltbplIterations } from '../../src/methods/ltbpl.ts'
import { difference, listDifference, rivalTrace, viewsOf } from './rival-trace.ts'

const trace = rivalTrace('LTBPL')

/** Runs to an iteration; `visit` sees every finished one. */
async function run(
  maxIterations: number,
  startVectors?: Matrix[],
  visit?: (state: LtbplState) => void,
): Promise<LtbplState> {
  const kernels = await Kernels.load()
  const distances = viewsOf(trace).map((view) => squaredDistances(kernels, unitRows(view)))
  const { alpha, beta, omega } = trace.params
  const settings = { clusters: trace.c, alpha, beta, omega, maxIterations, startVectors }
  let last: LtbplState | undefined
  for (const state of ltbplIterations(
    kernels,
    distances,
    distances.map((squared) => runToEnd(firstGraph(squared, 10))),
    settings,
  )) {
    last = state
    if (state.finished) visit?.(state)
  }
  return last!
}

function worst(parts: readonly Matrix[], stored: number[][][]): number {
  return Math.max(...parts.map((part, v) => difference(part, stored[v])))
}

describe('ltbplIterations against the authors’ iterates', () => {
  it('starts from the same graphs', async () => {
    const kernels = await Kernels.load()
    const graphs = viewsOf(trace).map((view) => runToEnd(firstGraph(squaredDistances(kernels, unitRows(view)), 10)))
    expect(worst(graphs, trace.A0)).toBeLessThan(1e-13)
  })

  it('reaches the same variables in the first iteration', async () => {
    const state = await run(1)
    expect(difference(state.S, trace.iter1.S)).toBeLessThan(1e-10)
    for (const variable of ['A', 'J', 'Q'] as const)
      expect(worst(state[variable], trace.iter1[variable])).toBeLessThan(1e-10)
    expect(listDifference(state.w, trace.iter1.w)).toBeLessThan(1e-10)
    expect(Array.from(state.labels)).toEqual(trace.iter1.labels)
  })

  it('reaches the same variables in the third, from the stored spectra and from its own', async () => {
    for (const [start, tolerance] of [
      [trace.clrStartF.map(fromRows), 1e-9],
      [undefined, 1e-6],
    ] as const) {
      const state = await run(3, start)
      expect(state.rho).toBeCloseTo(trace.iterMid.rho, 12)
      expect(difference(state.S, trace.iterMid.S)).toBeLessThan(tolerance)
      for (const variable of ['A', 'J', 'Q'] as const)
        expect(worst(state[variable], trace.iterMid[variable])).toBeLessThan(tolerance)
      expect(Array.from(state.labels)).toEqual(trace.iterMid.labels)
    }
  })

  it('tries the same weights of the rank term in all 20 iterations and ends with the same graphs and labels', async () => {
    const lambdas: number[][] = []
    const state = await run(20, undefined, ({ lambdas: tried }) => lambdas.push([...tried]))
    expect(lambdas).toEqual(trace.clrTrace.map((passes: number[][]) => passes.map(([lambda]) => lambda)))
    expect(difference(state.S, trace.last.S)).toBeLessThan(1e-6)
    expect(worst(state.A, trace.last.A)).toBeLessThan(1e-6)
    expect(worst(state.J, trace.last.J)).toBeLessThan(1e-6)
    expect(Array.from(state.labels)).toEqual(trace.labelsFinal)
  })
})
