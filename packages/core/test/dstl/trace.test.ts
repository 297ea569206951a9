import { readFileSync } from 'node:fs'
import type { Matrix } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import {
  type DstlSettings,
  type DstlState,
  type DstlVariant,
  dstlIterations,
  residentViews,
} from '../../src/dstl/iterations.ts'
import { fromRows, transpose } from '../../src/numerics/linalg/matrix.ts'
import { unitRows } from '../../src/numerics/linalg/scale.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'

type Rows = number[][]
interface TraceCase {
  name: string
  lambda: [number, number, number]
  k: number
  consensus: 'sum' | 'mean'
  variant: DstlVariant
  views: Rows[]
  H0: Rows[]
  iterations: { W: Rows[]; C?: Rows[]; S: Rows[]; H: Rows[]; Y?: Rows; objective: number; change: number }[]
}
const { cases } = JSON.parse(readFileSync(new URL('../fixtures/dstl-trace.json', import.meta.url), 'utf8')) as {
  cases: TraceCase[]
}
const kernels = await Kernels.load()
/** The trace holds samples as columns. */
const sampleRows = (rows: Rows) => transpose(fromRows(rows))

describe('dstlIterations', () => {
  it.each(cases)('repeats every variable of every reference iteration to 1e-9: $name', ({ iterations, ...given }) => {
    const settings: DstlSettings = {
      lambda1: given.lambda[0],
      lambda2: given.lambda[1],
      lambda3: given.lambda[2],
      latentDimension: given.k,
      consensusRule: given.consensus,
      variant: given.variant,
      start: given.H0.map(sampleRows),
      tolerance: 0,
      maxIterations: iterations.length,
    }
    const states = collect(given.views.map(sampleRows), settings)
    expect(states.length).toBe(iterations.length)
    iterations.forEach((expected, t) => {
      const state = states[t]
      for (const [v, w] of expected.W.entries()) expectClose(state.W[v], fromRows(w))
      for (const [v, c] of (expected.C ?? []).entries()) expectClose(state.C[v], fromRows(c))
      for (const [v, s] of expected.S.entries()) expectClose(state.S[v], sampleRows(s))
      for (const [v, h] of expected.H.entries()) expectClose(state.H[v], sampleRows(h))
      if (expected.Y) expectClose(state.Y, sampleRows(expected.Y))
      expect(Math.abs(state.objective - expected.objective)).toBeLessThan(1e-9 * expected.objective)
      expect(Math.abs(state.change - expected.change)).toBeLessThan(1e-9 * Math.max(1, expected.change))
    })
  })

  it('never raises the objective with the mean rule when every view has at least k features', () => {
    const random = new Random(5)
    for (let round = 0; round < 12; round++) {
      const n = 9 + random.below(40)
      const k = 2 + random.below(4)
      const views = Array.from({ length: 1 + random.below(3) }, () => randomView(random, n, k + random.below(9)))
      const states = collect(views, {
        lambda1: random.uniform(),
        lambda2: 2 * random.uniform(),
        lambda3: random.uniform(),
        latentDimension: k,
        consensusRule: 'mean',
        variant: (['full', 'S', 'T'] as const)[round % 3],
        tolerance: 0,
        maxIterations: 21,
      })
      for (let t = 1; t < states.length; t++)
        expect(states[t].objective).toBeLessThanOrEqual(states[t - 1].objective * (1 + 1e-12))
    }
  })

  it('leaves the start of the paper in place where a factor is not determined', () => {
    const [first] = collect([randomView(new Random(1), 6, 4)], { ...plain, maxIterations: 1 })
    expect([...first.W[0].data]).toEqual([1, 0, 0, 1, 0, 0, 0, 0])
    expect([...first.C[0].data]).toEqual([1, 0, 0, 1])
  })

  it('stops at the second iteration at the earliest, and says when it hit the cap instead', () => {
    const views = [randomView(new Random(2), 20, 4)]
    expect(collect(views, { ...plain, tolerance: 1e9 }).map((state) => state.converged)).toEqual([false, true])
    expect(collect(views, { ...plain, maxIterations: 3 }).at(-1)).toMatchObject({ iteration: 3, converged: false })
  })
})

const plain: DstlSettings = {
  lambda1: 0.1,
  lambda2: 0.1,
  lambda3: 0.1,
  latentDimension: 2,
  consensusRule: 'sum',
  variant: 'full',
  tolerance: 0,
  maxIterations: 21,
}

function collect(views: Matrix[], settings: DstlSettings): DstlState[] {
  const run = dstlIterations(kernels, residentViews(kernels, views), settings)
  const states: DstlState[] = []
  for (;;) {
    const step = run.next()
    states.push({ ...step.value })
    if (step.done) return states
  }
}

function randomView(random: Random, n: number, d: number): Matrix {
  return unitRows({ rows: n, columns: d, data: Float64Array.from({ length: n * d }, () => random.uniform() - 0.4) })
}

function expectClose(actual: Matrix, expected: Matrix): void {
  expect([actual.rows, actual.columns]).toEqual([expected.rows, expected.columns])
  const scale = Math.max(...expected.data.map(Math.abs), Number.MIN_VALUE)
  expected.data.forEach((value, i) => {
    expect(Math.abs(actual.data[i] - value)).toBeLessThanOrEqual(1e-9 * scale)
  })
}
