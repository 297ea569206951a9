import type { Matrix } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { type DstlSettings, dstlIterations, residentViews } from '../../src/dstl/iterations.ts'
import { realFft } from '../../src/numerics/fft/real-fft.ts'
import {
  identity,
  matrix,
  multiply,
  squaredNorm,
  transpose,
  transposeMultiply,
} from '../../src/numerics/linalg/matrix.ts'
import { polar } from '../../src/numerics/linalg/polar.ts'
import { unitRows } from '../../src/numerics/linalg/scale.ts'
import { svd } from '../../src/numerics/linalg/svd.ts'
import { projectRowsOntoSimplex } from '../../src/numerics/prox/simplex-projection.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { tensorShrinkReference } from '../../src/numerics/tensor/tensor-shrink-reference.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { runToEnd } from '../../src/runtime/steps.ts'

interface Incomplete {
  views: Matrix[]
  present: Uint8Array[]
}

/** Unit rows around three centres, rows of absent samples zero. */
function incomplete(n: number, features: number[], share: number, seed: number): Incomplete {
  const random = new Random(seed)
  const present = features.map(() => Uint8Array.from({ length: n }, () => (random.uniform() < share ? 0 : 1)))
  for (let i = 0; i < n; i++) present[random.below(features.length)][i] = 1
  const views = features.map((d, v) => {
    const centres = Array.from({ length: 3 * d }, () => 2 * normal(random))
    const x = matrix(n, d)
    for (let i = 0; i < n; i++)
      for (let j = 0; j < d; j++) x.data[i * d + j] = present[v][i] * (centres[(i % 3) * d + j] + normal(random))
    return unitRows(x)
  })
  return { views, present }
}

function resident(kernels: Kernels, { views, present }: Incomplete) {
  const absent = present.map((view) => Uint32Array.from(view.keys()).filter((i) => view[i] === 0))
  return { ...residentViews(kernels, views), absent }
}

const settings: DstlSettings = {
  lambda1: 0.05,
  lambda2: 0.4,
  lambda3: 0.3,
  latentDimension: 3,
  consensusRule: 'mean',
  variant: 'full',
  tolerance: 0,
  maxIterations: 8,
}

interface PlainState {
  W: Matrix[]
  S: Matrix[]
  H: Matrix[]
  Y: Matrix
  objective: number
}

/** Σ of the singular values of the k×m slices of all n frequencies, divided by n. */
function tensorNorm(H: readonly Matrix[]): number {
  const [{ rows: n, columns: k }] = H
  const m = H.length
  const spectra = H.map((h) => realFft(transpose(h)))
  let total = 0
  for (let f = 0; f <= n / 2; f++) {
    // As a real matrix [R −I; I R] the slice has every singular value twice.
    const slice = matrix(2 * k, 2 * m)
    spectra.forEach(({ real: R, imaginary: I }, v) => {
      for (let l = 0; l < k; l++) {
        const [re, im] = [R.data[l * R.columns + f], I.data[l * I.columns + f]]
        slice.data.set([re], l * 2 * m + v)
        slice.data.set([-im], l * 2 * m + m + v)
        slice.data.set([im], (k + l) * 2 * m + v)
        slice.data.set([re], (k + l) * 2 * m + m + v)
      }
    })
    const sum = svd(slice).s.reduce((before, value) => before + value, 0) / 2
    total += f === 0 || 2 * f === n ? sum : 2 * sum
  }
  return total / n
}

/** The same by plain formulas. */
function plainDstl({ views, present }: Incomplete, given: DstlSettings): PlainState {
  const { lambda1, lambda2, lambda3, latentDimension: k, consensusRule, maxIterations } = given
  const n = views[0].rows
  const add = (a: Matrix, b: Matrix, factor = 1) =>
    matrix(
      a.rows,
      a.columns,
      a.data.map((value, i) => value + factor * b.data[i]),
    )
  const scaled = (a: Matrix, factor: number) =>
    matrix(
      a.rows,
      a.columns,
      a.data.map((value) => factor * value),
    )
  let W = views.map(({ columns }) => identity(columns, k))
  let C = views.map(() => identity(k))
  let S = views.map(() => matrix(n, k))
  let H = views.map(() => matrix(n, k))
  let Y = matrix(n, k)
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    W = views.map((x, v) => polar(transposeMultiply(x, add(S[v], H[v])), W[v]))
    C = views.map((_, v) => polar(transposeMultiply(H[v], Y), C[v]))
    // An absent sample is taken to be W·h, which has h as its own estimate.
    const P = views.map((x, v) => {
      const seen = multiply(x, W[v])
      return matrix(
        n,
        k,
        seen.data.map((value, i) => (present[v][Math.floor(i / k)] ? value : H[v].data[i])),
      )
    })
    S = P.map((part, v) =>
      matrix(
        n,
        k,
        part.data.map((value, i) => {
          const rest = value - H[v].data[i]
          const kept = Math.sign(rest) * Math.max(Math.abs(rest) - lambda1 / 2, 0)
          return present[v][Math.floor(i / k)] ? kept : 0
        }),
      ),
    )
    const Q = P.map((part, v) =>
      scaled(add(add(part, S[v], -1), multiply(Y, transpose(C[v])), lambda3), 1 / (1 + lambda3)),
    )
    H = tensorShrinkReference(Q, lambda2 / (2 * (1 + lambda3)))
    let F = matrix(n, k)
    for (const [v, h] of H.entries()) F = add(F, multiply(h, C[v]))
    Y = projectRowsOntoSimplex(consensusRule === 'mean' ? scaled(F, 1 / views.length) : F)
  }
  let objective = lambda2 * tensorNorm(H)
  views.forEach((x, v) => {
    const rest = add(x, multiply(add(S[v], H[v]), transpose(W[v])), -1)
    rest.data.forEach((value, p) => {
      if (present[v][Math.floor(p / x.columns)]) objective += value * value
    })
    objective += lambda1 * S[v].data.reduce((sum, value) => sum + Math.abs(value), 0)
    objective += lambda3 * squaredNorm(add(H[v], multiply(Y, transpose(C[v])), -1).data)
  })
  return { W, S, H, Y, objective }
}

describe('dstlIterations, where samples lack views', () => {
  it.each(['mean', 'sum'] as const)('does what the plain formulas do, rule %s', async (consensusRule) => {
    const kernels = await Kernels.load()
    const given = incomplete(21, [5, 7, 4], 0.3, 2)
    const expected = plainDstl(given, { ...settings, consensusRule })
    const found = runToEnd(dstlIterations(kernels, resident(kernels, given), { ...settings, consensusRule }))
    for (const [v, s] of expected.S.entries()) expectClose(found.S[v], s)
    for (const [v, h] of expected.H.entries()) expectClose(found.H[v], h)
    for (const [v, w] of expected.W.entries()) expectClose(found.W[v], w)
    expectClose(found.Y, expected.Y)
    expect(Math.abs(found.objective - expected.objective)).toBeLessThan(1e-9 * expected.objective)
  })

  it('has the objective of the observed entries also in a view of fewer features than latent dimensions', async () => {
    const kernels = await Kernels.load()
    const given = incomplete(18, [2, 6], 0.3, 3)
    const [expected, found] = [
      plainDstl(given, settings),
      runToEnd(dstlIterations(kernels, resident(kernels, given), settings)),
    ]
    expect(Math.abs(found.objective - expected.objective)).toBeLessThan(1e-9 * expected.objective)
  })

  it('never raises the objective with the mean rule when every view has at least k features', async () => {
    const kernels = await Kernels.load()
    for (let round = 0; round < 8; round++) {
      const random = new Random(100 + round)
      const given = incomplete(12 + random.below(20), [3 + random.below(5), 4, 6], 0.5 * random.uniform(), round)
      const chosen = {
        ...settings,
        lambda1: random.uniform(),
        lambda2: random.uniform(),
        lambda3: random.uniform(),
        maxIterations: 25,
      }
      const run = dstlIterations(kernels, resident(kernels, given), chosen)
      const objectives: number[] = []
      for (let step = run.next(); ; step = run.next()) {
        objectives.push(step.value.objective)
        if (step.done) break
      }
      for (let t = 1; t < objectives.length; t++)
        expect(objectives[t]).toBeLessThanOrEqual(objectives[t - 1] + 1e-12 * objectives[0])
    }
  })

  it('keeps the sparse part of absent samples at zero', async () => {
    const kernels = await Kernels.load()
    const given = incomplete(24, [5, 6], 0.4, 5)
    const { S } = runToEnd(dstlIterations(kernels, resident(kernels, given), settings))
    given.present.forEach((view, v) => {
      view.forEach((mark, i) => {
        if (!mark) expect(Array.from(S[v].data.subarray(3 * i, 3 * i + 3))).toEqual([0, 0, 0])
      })
    })
  })
})

function expectClose(found: Matrix, expected: Matrix): void {
  let largest = 0
  expected.data.forEach((value, i) => {
    largest = Math.max(largest, Math.abs(found.data[i] - value))
  })
  expect(largest).toBeLessThan(1e-9)
}
