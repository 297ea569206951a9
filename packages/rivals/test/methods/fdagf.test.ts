import type { Matrix } from '@manyview/core'
import { fromRows, matrix, multiplyTranspose, zScoreColumns } from '@manyview/core/numerics'
import { Kernels } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import { leadingSingularVectors } from '../../src/linalg/leading-singular-vectors.ts'
import { type FdagfState, fdagfIterations, fuse } from '../../src/methods/fdagf.ts'
import { difference, differenceFlipped, listDifference, rivalTrace, viewsOf } from './rival-trace.ts'

const trace = rivalTrace('FDAGF')
const anchors: Matrix[][] = trace.anchors0.map((sizes: number[][][]) => sizes.map(fromRows))
const settings = { alpha: trace.params.alpha, lambda: trace.params.lam, tolerance: 1e-5, maxIterations: 51 }

async function run(): Promise<FdagfState[]> {
  return [...fdagfIterations(await Kernels.load(), viewsOf(trace).map(zScoreColumns), anchors, settings)]
}

/** One direction of the anchors is free: it is the mean over the columns, which the trace takes out. */
function centreColumns(a: Matrix): Matrix {
  const result = matrix(a.rows, a.columns)
  for (let i = 0; i < a.rows; i++) {
    const row = a.data.subarray(i * a.columns, (i + 1) * a.columns)
    const mean = row.reduce((sum, value) => sum + value, 0) / a.columns
    row.forEach((value, j) => {
      result.data[i * a.columns + j] = value - mean
    })
  }
  return result
}

describe('fdagfIterations against the authors’ iterates', () => {
  it('stops after as many iterations with the same objective in each', async () => {
    const states = await run()
    expect(states.length).toBe(trace.iterations)
    expect(
      listDifference(
        states.map((state) => state.objective),
        trace.objective,
        true,
      ),
    ).toBeLessThan(1e-10)
  })

  it.each(['iter1', 'iterMid', 'last'])('reaches the same misfits and weights in state %s', async (name) => {
    const stored = trace[name]
    const state = (await run())[stored.iteration - 1]
    stored.e.forEach((e: number[], v: number) => {
      expect(listDifference(state.e[v], e, true)).toBeLessThan(1e-10)
      expect(listDifference(state.beta[v], stored.beta[v])).toBeLessThan(1e-9)
    })
  })

  it.each(['iter1', 'last'])('reaches the same graphs and anchors in state %s', async (name) => {
    const stored = trace[name]
    const state = (await run())[stored.iteration - 1]
    stored.Z.forEach((graphs: number[][][], v: number) => {
      graphs.forEach((Z, r) => {
        expect(differenceFlipped(state.Z[v][r], Z)).toBeLessThan(1e-9)
        expect(difference(centreColumns(state.A[v][r]), stored.Acentred[v][r])).toBeLessThan(1e-9)
      })
    })
  })

  it('fuses and embeds as published, leaving out graphs without a weight', async () => {
    const kernels = await Kernels.load()
    const fused = fuse((await run()).at(-1)!)
    const stored = trace.fused.filter((row: number[]) => row.some((value) => value !== 0))
    expect(differenceFlipped(fused, stored)).toBeLessThan(1e-9)
    const embedding = leadingSingularVectors(kernels, fused, trace.c)
    expect(difference(multiplyTranspose(embedding, embedding), trace.embeddingGram)).toBeLessThan(1e-9)
  })
})
