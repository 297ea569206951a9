import type { Matrix } from '@manyview/core'
import { fromRows, matrix, multiplyTranspose } from '@manyview/core/numerics'
import { Kernels } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import { runToEnd } from '../../../core/src/runtime/steps.ts'
import { anchors } from '../../src/data/anchors.ts'
import { divideByLargest } from '../../src/data/rival-scalings.ts'
import { cocluster } from '../../src/graph/cocluster.ts'
import { anchorGraph, meanGraph, type TbglState, tbglIterations } from '../../src/methods/tbgl.ts'
import { generalisedSoftThreshold } from '../../src/prox/generalised-soft-threshold.ts'
import { tubalShrinkInto } from '../../src/tensor/tubal-shrink-into.ts'
import { difference, listDifference, rivalTrace, viewsOf } from './rival-trace.ts'

const trace = rivalTrace('TBGL')
const stored: Matrix[] = trace.B.map(fromRows)

async function run(maxIterations: number, changes = {}, visit?: (state: TbglState) => void): Promise<TbglState> {
  let last: TbglState | undefined
  const settings = { clusters: trace.c, ...trace.params, maxIterations, ...changes }
  for (const state of tbglIterations(await Kernels.load(), stored, settings)) {
    last = state
    if (state.finished) visit?.(state)
  }
  return last!
}

function worst(parts: readonly Matrix[], expected: number[][][]): number {
  return Math.max(...parts.map((part, v) => difference(part, expected[v])))
}

/** Fn·Fmᵀ with F = [left; right]/√2. */
function product({ left, right }: TbglState): Matrix {
  const { rows, columns, data } = multiplyTranspose(firstColumns(left), firstColumns(right))
  return matrix(
    rows,
    columns,
    data.map((value) => value / 2),
  )
}

function firstColumns(a: Matrix): Matrix {
  return fromRows(Array.from({ length: a.rows }, (_, i) => a.data.subarray(i * a.columns, i * a.columns + trace.c)))
}

describe('tbglIterations against the authors’ iterates', () => {
  it('picks the same anchors in the same order and links samples to them alike', async () => {
    const views = viewsOf(trace).map(divideByLargest)
    const order = anchors(views, Math.floor(trace.n / 2))
    expect(Array.from(order)).toEqual(trace.anchorPickOrder)
    expect(Array.from(order).sort((a, b) => a - b)).toEqual(trace.anchorIndex)
    const kernels = await Kernels.load()
    const graphs = views.map((view) => runToEnd(anchorGraph(kernels, view, trace.anchorIndex, 10)))
    expect(worst(graphs, trace.B)).toBeLessThan(1e-12)
  })

  it('knows when anchors are left without samples, as the first weight of the published program leaves them', async () => {
    expect((await run(5)).rounded).toBe(false)
    expect((await run(5, { beta: 10 })).rounded).toBe(true)
  })

  it.each(['iter1', 'iterMid', 'last'])('reaches the same variables in state %s', async (name) => {
    const expected = trace[name]
    const state = await run(expected.iteration)
    for (const variable of ['C', 'O', 'J', 'E', 'W', 'Y2', 'Y3'] as const)
      if (expected[variable]) expect(worst(state[variable], expected[variable])).toBeLessThan(1e-9)
    expect(listDifference(state.kappa, expected.kappa)).toBeLessThan(1e-9)
    expect(state.beta).toBe(expected.beta)
    if (!expected.FProduct) return
    expect(difference(product(state), expected.FProduct)).toBeLessThan(1e-9)
    expect(listDifference(state.singular, expected.singular.slice(0, trace.c + 1))).toBeLessThan(1e-9)
    expect(state.penalty).toBeCloseTo(expected.mu, 12)
  })

  it('weighs the views and the rank constraint alike in all 52 passes', async () => {
    const [kappas, betas]: [number[][], number[]] = [[], []]
    await run(52, {}, ({ kappa, beta }) => {
      kappas.push(kappa)
      betas.push(beta)
    })
    expect(betas).toEqual(trace.betaPerIteration)
    expect(listDifference(kappas.flat(), trace.kappaPerIteration.flat())).toBeLessThan(1e-9)
  })

  it('takes the same first pass with the published weight of the rank constraint', async () => {
    expect(worst((await run(1, { beta: 10 })).C, trace.beta10FirstPass)).toBeLessThan(1e-9)
  })

  it('ends with the same mean graph, co-clustering and labels', async () => {
    const { C, kappa } = await run(52)
    const mean = meanGraph(C, kappa)
    expect(difference(mean, trace.Cstar)).toBeLessThan(1e-9)
    const search = cocluster(await Kernels.load(), mean, { clusters: trace.c, acceptInput: true })
    const found = runToEnd(search)
    expect(found.trace.map(({ lambda }) => lambda)).toEqual(trace.cocluster.map(([lambda]: number[]) => lambda))
    expect(difference(found.graph, trace.P)).toBeLessThan(1e-6)
    expect(Array.from(found.labels)).toEqual(trace.labels)
  })

  it('applies the same Schatten-p operator', async () => {
    const { lam, p, out } = trace.schattenUnit
    const shrunk = stored.map(({ rows, columns, data }) => matrix(rows, columns, data.slice()))
    runToEnd(tubalShrinkInto(await Kernels.load(), shrunk, (value) => generalisedSoftThreshold(value, lam, p)))
    expect(worst(shrunk, out)).toBeLessThan(1e-12)
  })
})
