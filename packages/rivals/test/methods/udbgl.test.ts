import type { Matrix } from '@manyview/core'
import { fromRows } from '@manyview/core/numerics'
import { Kernels } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import { minMaxColumns } from '../../src/data/rival-scalings.ts'
import { cocluster } from '../../src/graph/cocluster.ts'
import { type UdbglState, udbglIterations } from '../../src/methods/udbgl-iterations.ts'
import { difference, listDifference, rivalTrace, viewsOf } from './rival-trace.ts'

const trace = rivalTrace('UDBGL')
const { alpha, beta } = trace.params
const settings = { clusters: trace.c, alpha, beta, tolerance: 1e-5, maxIterations: 20 }
const views = viewsOf(trace).map(minMaxColumns)
const pairs = (list: UdbglState['coclustering']) => list.map(({ lambda, eigenvalueSum }) => [lambda, eigenvalueSum])

function anchors(): Matrix[] {
  let offset = 0
  return views.map(({ columns }) => {
    const part = fromRows(trace.anchors.map((row: number[]) => row.slice(offset, offset + columns)))
    offset += columns
    return part
  })
}

function drain<T>(generator: Generator<unknown, T>): T {
  for (;;) {
    const step = generator.next()
    if (step.done) return step.value
  }
}

async function run(): Promise<UdbglState[]> {
  const states: UdbglState[] = []
  drain(udbglIterations(await Kernels.load(), views, anchors(), settings, (state) => states.push(state)))
  return states
}

describe('udbglIterations against the authors’ iterates', () => {
  it('scales the views as published, a constant feature to 1', () => {
    views.forEach((view, v) => {
      expect(difference(view, trace.scaled[v])).toBeLessThan(1e-15)
    })
  })

  it('starts from the same graphs', async () => {
    const [start] = await run()
    trace.Z0.forEach((Z: number[][], v: number) => {
      expect(difference(start.Z[v], Z)).toBeLessThan(1e-12)
    })
    expect(start.objective).toBeCloseTo(trace.objective0, 10)
  })

  it('stops after as many iterations with the same objective and view weights in each', async () => {
    const [, ...states] = await run()
    expect(states.length).toBe(trace.iterations)
    expect(
      listDifference(
        states.map((state) => state.objective),
        trace.objective,
      ),
    ).toBeLessThan(1e-10)
    trace.deltaPerIteration.forEach((delta: number[], t: number) => {
      expect(listDifference(states[t].delta, delta)).toBeLessThan(1e-10)
    })
  })

  it.each(['iter1', 'iterMid', 'last'])('reaches the same variables in state %s', async (name) => {
    const stored = trace[name]
    const state = (await run())[stored.iteration]
    expect(difference(state.P, stored.P)).toBeLessThan(1e-10)
    expect(listDifference(state.delta, stored.delta)).toBeLessThan(1e-10)
    stored.Z.forEach((Z: number[][], v: number) => {
      expect(difference(state.Z[v], Z)).toBeLessThan(1e-10)
    })
  })

  it('walks through the same co-clusterings to the same labels', async () => {
    const [, ...states] = await run()
    const { B } = states.at(-1)!
    const final = drain(cocluster(await Kernels.load(), B, { clusters: trace.c, rankTest: 'same' }))
    const lambdas = [...states.map((state) => state.coclustering), final.trace].map((list) =>
      list.map(({ lambda }) => lambda),
    )
    expect(lambdas).toEqual(trace.coclusterLambdas)
    expect(difference(fromRows(pairs(states[0].coclustering)), trace.coclusterFirst)).toBeLessThan(1e-10)
    expect(difference(fromRows(pairs(final.trace)), trace.coclusterFinal)).toBeLessThan(1e-10)
    expect(difference(B, trace.final.B)).toBeLessThan(1e-10)
    expect(difference(final.graph, trace.final.P)).toBeLessThan(1e-10)
    expect(Array.from(final.labels)).toEqual(trace.final.labels)
  })
})
