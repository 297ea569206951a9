import { describe, expect, it } from 'vitest'
import { isNoise } from '../../src/evidence/noise.ts'
import { fromRows, type Matrix } from '../../src/numerics/linalg/matrix.ts'
import type { SparseMatrix } from '../../src/numerics/linalg/sparse-matrix.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { sparseRows } from '../../src/views/sparse-rows.ts'
import { plainRuntime } from '../plain-runtime.ts'
import { samplesInOrder } from '../samples-in-order.ts'

const kernels = await Kernels.load()

const rows = (samples: number, features: number, draw: (i: number, j: number) => number) =>
  Array.from({ length: samples }, (_, i) => Array.from({ length: features }, (_, j) => draw(i, j)))

/** Of all samples that are marked, or of all. */
function noisy(
  view: number[][],
  present = new Uint8Array(view.length).fill(1),
  as: (view: number[][]) => Matrix | SparseMatrix = fromRows,
): boolean {
  const rt = plainRuntime(kernels, new Random(1))
  return runToEnd(isNoise(rt, samplesInOrder(view.length), as(view), present, rt.random('noise')))
}

const asSparse = (view: number[][]) => sparseRows(fromRows(view))

describe('isNoise(rt, samples, view, present, random)', () => {
  it('is true of normal, uniform and sparse noise', () => {
    const random = new Random(3)
    const noise = {
      normal: rows(200, 20, () => normal(random)),
      uniform: rows(200, 3, () => random.uniform()),
      sparse: rows(200, 40, () => (random.uniform() < 0.15 ? 1 + random.below(4) : 0)),
    }
    for (const [kind, view] of Object.entries(noise)) expect(noisy(view), kind).toBe(true)
  })

  it.each([
    [5, 2, 5],
    [6, 10, 1.5],
    [3, 40, 1],
  ])('is false of %i clusters in %i dimensions, %f deviations about the origin', (clusters, features, apart) => {
    const random = new Random(7)
    const centres = rows(clusters, features, () => apart * normal(random))
    expect(noisy(rows(150, features, (i, j) => centres[i % clusters][j] + normal(random)))).toBe(false)
  })

  it('is not asked of few samples or one feature', () => {
    const random = new Random(5)
    expect(noisy(rows(30, 5, () => normal(random)))).toBe(false)
    expect(noisy(rows(100, 1, () => normal(random)))).toBe(false)
  })

  it('goes by the samples that have the view', () => {
    const random = new Random(10)
    const present = Uint8Array.from({ length: 200 }, () => (random.uniform() < 0.4 ? 1 : 0))
    const lacking = (view: number[][]) => view.map((row, i) => row.map((value) => value * present[i]))
    const words = rows(200, 200, (i, j) => (random.uniform() < (j % 4 === i % 4 ? 0.25 : 0.05) ? 1 : 0))
    expect(noisy(lacking(rows(200, 8, () => normal(random))), present)).toBe(true)
    expect(noisy(lacking(words), present)).toBe(false)
  })

  it('is the same of sparse views', () => {
    const random = new Random(12)
    const all = new Uint8Array(200).fill(1)
    const topics = rows(200, 60, (i, j) => (random.uniform() < (j % 4 === i % 4 ? 0.4 : 0.05) ? 1 : 0))
    const words = rows(200, 60, () => (random.uniform() < 0.14 ? 1 : 0))
    expect([topics, words].map((view) => noisy(view, all, asSparse))).toEqual([false, true])
    expect([topics, words].map((view) => noisy(view))).toEqual([false, true])
  })
})
