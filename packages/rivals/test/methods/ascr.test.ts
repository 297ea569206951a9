import type { Matrix } from '@manyview/core'
import { cluster, InputError } from '@manyview/core'
import { concatenateColumns, fromRows, multiply, transpose, unitRows } from '@manyview/core/numerics'
import { Kernels } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import { type AscrState, ascr, ascrIterations } from '../../src/methods/ascr.ts'
import { planted, sortedByClass } from '../planted.ts'
import { difference, listDifference, rivalTrace, viewsOf } from './rival-trace.ts'

const trace = rivalTrace('ASCR')
const cases = { complete: trace, missing: trace.missing, odd: trace.odd }
type Case = typeof trace

const presence = ({ mask, views }: Case): (Uint8Array | null)[] =>
  views.map((_: unknown, v: number) => mask && Uint8Array.from(mask, (row: number[]) => row[v]))

/** The views as the method gets them: rows of zeros where a sample lacks the view. */
const prepared = (one: Case): Matrix[] =>
  viewsOf(one).map((view, v) => {
    const data = view.data.map((value, p) => (one.mask?.[Math.floor(p / view.columns)][v] === 0 ? 0 : value))
    return unitRows({ ...view, data })
  })

async function run(one: Case): Promise<AscrState[]> {
  const settings = { clusters: one.c, alpha: one.params.alpha, tolerance: 1e-5, maxIterations: 31 }
  const states: AscrState[] = []
  for (const state of ascrIterations(await Kernels.load(), prepared(one), presence(one), settings))
    if (state.finished) states.push({ ...state })
  return states
}

const worst = (parts: readonly Matrix[], stored: number[][][]) =>
  Math.max(...parts.map((part, v) => difference(part, stored[v])))

describe.each(['complete', 'missing'] as const)('ascrIterations against the authors’ iterates, %s views', (name) => {
  const one = cases[name]

  it('brings samples to unit length after those that lack a view were set to zero', () => {
    expect(worst(prepared(one), one.scaled)).toBeLessThan(1e-15)
  })

  it.each(['iter1', 'iterMid', 'last'])('reaches the same variables in state %s', async (state) => {
    const stored = one[state]
    const states = await run(one)
    const { A, H } = states[stored.iteration - 1]
    expect(worst(H, stored.H)).toBeLessThan(1e-9)
    // The anchors turned by the rotation that the authors keep, which is the identity.
    const turned = stored.A.map((a: number[][], v: number) => multiply(fromRows(a), fromRows(stored.G[v])))
    A.forEach((a, v) => {
      expect(Math.max(...a.data.map((value, p) => Math.abs(value - turned[v].data[p])))).toBeLessThan(1e-9)
    })
    const filled = presence(one).map((present, v) =>
      stored.E[v].map((row: number[], i: number) => {
        const before = states[stored.iteration - 2]?.H[v]
        return row.map((_, j) => (present?.[i] === 0 && before ? before.data[i * one.c + j] : 0))
      }),
    )
    expect(worst(filled.map(fromRows), stored.E)).toBeLessThan(1e-9)
  })

  it('stops after as many iterations with the same change in each', async () => {
    const states = await run(one)
    expect(states.length).toBe(one.iterations)
    expect(states.at(-1)!.converged).toBe(true)
    expect(
      listDifference(
        states.slice(1).map(({ ratio }) => ratio),
        one.ratio.slice(1),
      ),
    ).toBeLessThan(1e-10)
  })

  it('gives the same embedding, columns of unit length', async () => {
    const embedding = transpose(unitRows(transpose(concatenateColumns((await run(one)).at(-1)!.H))))
    expect(difference(embedding, one.embedding)).toBeLessThan(1e-9)
  })
})

describe('ascrIterations with an odd number of samples, one view with fewer features than clusters', () => {
  it('begins like the authors’ program', async () => {
    const [first] = await run(trace.odd)
    expect(worst(prepared(trace.odd), trace.odd.scaled)).toBeLessThan(1e-15)
    first.A.forEach((a, v) => {
      expect(difference(a, trace.odd.iter1.A[v])).toBe(0)
    })
  })

  it('shrinks every frequency once where that program shrinks the middle pair twice', async () => {
    const { oddCorrect } = trace.odd
    const states = await run(trace.odd)
    expect(states.length).toBe(oddCorrect.iterations)
    expect(worst(states.at(-1)!.H, oddCorrect.H)).toBeLessThan(1e-9)
    expect(worst(states.at(-1)!.H, trace.odd.last.H)).toBeGreaterThan(0.01)
  })
})

describe('the method ascr', () => {
  const sorted = planted.map(sortedByClass)
  const fit = (views: number[][][], alpha: number, clusters = 3) => cluster(views, { clusters, method: ascr, alpha })

  it('refuses an alpha that leaves nothing, with the limit, and takes one below', async () => {
    const error = await fit(sorted, 1000).catch((reason) => reason)
    expect(error).toBeInstanceOf(InputError)
    expect(error.message).toMatch(/^alpha: is 1000, which leaves nothing of these samples, set it well below \d/)
    expect((await fit(sorted, 0.9 * error.details.limit)).labels.length).toBe(24)
    await expect(fit(sorted, 1.1 * error.details.limit)).rejects.toThrow('leaves nothing')
  })

  it('warns where only what all samples have in common is left', async () => {
    const alike = sorted.map((view) => view.map((row) => row.map((value) => value + 30)))
    const { warnings } = await fit(alike, 8)
    expect(warnings).toContainEqual(expect.stringContaining('lower alpha'))
    expect((await fit(sorted, 1)).warnings).not.toContainEqual(expect.stringContaining('lower alpha'))
  })

  it('warns of a view, and refuses views, that begin with features of zeros', async () => {
    const blank = sorted[0].map((row) => [0, 0, 0, ...row])
    const { warnings } = await fit([blank, sorted[1]], 1)
    expect(warnings).toContainEqual(expect.stringMatching(/^view 1 had no part: its first 3 features are 0/))
    await expect(fit([blank], 1)).rejects.toThrow('put other features first')
  })

  it('takes samples that lack views, and groups them with their class', async () => {
    const views = sorted.map((view, v) => ({
      data: view.flat(),
      samples: 24,
      features: view[0].length,
      present: view.map((_, i) => Number(i % 6 !== v)),
    }))
    const { labels } = await cluster(views, { clusters: 3, method: ascr, alpha: 0.5 })
    for (const first of [0, 8, 16]) expect(new Set(labels.slice(first, first + 8)).size).toBe(1)
  })
})
