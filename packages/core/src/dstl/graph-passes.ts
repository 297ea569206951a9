import type { Evidence } from '../evidence/evidence.ts'
import type { GraphBasis } from '../graphs/graph-basis.ts'
import { frequencyWeights } from '../graphs/graph-filter.ts'
import { type Matrix, matrix, squaredNorm } from '../numerics/linalg/matrix.ts'
import { polar } from '../numerics/linalg/polar.ts'
import { svd } from '../numerics/linalg/svd.ts'
import { median } from '../numerics/math/median.ts'
import { softThreshold } from '../numerics/prox/nuclear-shrink.ts'
import { KernelMatrix } from '../runtime/kernels/kernel-matrix.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'

const PASSES = 8

/** The factors after the last pass; r_v scores and p latent dimensions a view. */
export interface GraphTensorState {
  /** r_v×p, orthonormal. */
  W: Matrix[]
  /** n×p: the part that the graph and the other views support. */
  H: Matrix[]
  /** Threshold of the sparse part of each view. */
  thresholds: number[]
  /** Noise level of each view outside the basis. */
  noise: number[]
  /** ‖H − H₋‖² / ‖H‖² of every pass. */
  changes: number[]
}

/**
 * Eight passes of DSTL in the basis U (n×q) of a graph, on the scores Zᵛ (n×r_v) of the views:
 *   Wᵛ = polar(ZᵛᵀHᵛ);  Sᵛ = soft(ZᵛWᵛ − Hᵛ, 3·1.4826·median|·|);  Qᵛ = ZᵛWᵛ − Sᵛ;
 *   for every frequency f the slice [Uᵀ Qᵛ](f) / σ_v (p×m), σ_v the noise outside the basis, is shrunk by √p + √m, scaled back and weighed by λ_f⁴;  Hᵛ = U·(…).
 * Where a sample lacks a view, ZᵛWᵛ is Hᵛ as it was and Sᵛ is 0. √p + √m is the largest singular value of pure unit noise. O(passes · n·m·p·(q + r)).
 */
export function* graphTensorPasses(
  kernels: Kernels,
  basis: GraphBasis,
  { scores, present: marks, features, incomplete }: Pick<Evidence, 'scores' | 'present' | 'features' | 'incomplete'>,
  clusters: number,
): Generator<Progress, GraphTensorState> {
  // Rows of words without a word are absent in scores, but the passes count them as zeros.
  const present = marks.map((own) => (incomplete ? own : null))
  const mark = kernels.mark()
  const U = new KernelMatrix(kernels, basis.vectors)
  const Z = scores.map((block) => new KernelMatrix(kernels, block))
  const g = frequencyWeights(basis.values)
  const p = Math.min(2 * clusters, 50, basis.values.length)
  // One set of latent axes for all views: the leading directions of the filtered features.
  const axes = leadingColumns(svd(weighRows(U.transposeMultiply(features), g)).u, p)
  const common = U.multiply(axes)
  const state: GraphTensorState = { W: [], H: [], thresholds: [], noise: [], changes: [] }
  state.W = Z.map((z) => polar(z.transposeMultiply(common)))
  let P = Z.map((z, v) => z.multiply(state.W[v]))
  state.H = P.map((part) => U.multiply(weighRows(U.transposeMultiply(part), g)))
  for (let pass = 0; pass < PASSES; pass++) {
    if (pass > 0) {
      state.W = Z.map((z, v) => polar(z.transposeMultiply(state.H[v]), state.W[v]))
      P = Z.map((z, v) => z.multiply(state.W[v]))
    }
    P = P.map((part, v) => withAbsent(part, state.H[v], present[v]))
    const Q = P.map((part, v) => {
      const residual = part.data.map((value, i) => value - state.H[v].data[i])
      state.thresholds[v] = 3 * 1.4826 * median(ofPresent(residual, p, present[v]).map(Math.abs))
      const S = softThreshold(residual, state.thresholds[v])
      return matrix(
        part.rows,
        p,
        part.data.map((value, i) => value - S[i]),
      )
    })
    const spectra = Q.map((part) => U.transposeMultiply(part))
    state.noise = Q.map((part, v) => noiseLevel(part, spectra[v], present[v]))
    shrinkSlicesInto(spectra, state.noise, g)
    const before = state.H
    state.H = spectra.map((spectrum) => U.multiply(spectrum))
    state.changes.push(relativeChange(before, state.H))
    yield { stage: 'iterating', iteration: pass + 1, total: PASSES, change: state.changes[pass] }
  }
  kernels.release(mark)
  return state
}

/** The rows of `part`, for samples that lack the view those of `instead`. */
function withAbsent(part: Matrix, instead: Matrix, present: Uint8Array | null): Matrix {
  if (!present) return part
  const { rows, columns } = part
  return matrix(
    rows,
    columns,
    part.data.map((value, i) => (present[Math.floor(i / columns)] ? value : instead.data[i])),
  )
}

/** The entries of the rows that are present, of `columns` each. */
function ofPresent(entries: Float64Array, columns: number, present: Uint8Array | null): Float64Array {
  return present ? entries.filter((_, i) => present[Math.floor(i / columns)] === 1) : entries
}

/** Root mean square of what of Q (n×p) lies outside the basis, at least 1e-9 of the whole; rows of absent samples count for nothing. */
function noiseLevel(Q: Matrix, spectrum: Matrix, present: Uint8Array | null): number {
  const rows = present ? present.reduce((sum, mark) => sum + mark, 0) : Q.rows
  const whole = squaredNorm(Q.data)
  const outside = whole - squaredNorm(spectrum.data)
  const entries = Math.max(rows - spectrum.rows, 1) * Q.columns
  return Math.sqrt(Math.max(outside, 1e-18 * whole, 1e-300) / entries)
}

/** Shrinks the p×m slice of every frequency and weighs it by g; slice f has column v in row f of `spectra[v]`. */
function shrinkSlicesInto(spectra: Matrix[], noise: readonly number[], g: Float64Array): void {
  const views = spectra.length
  const p = spectra[0].columns
  const tau = Math.sqrt(p) + Math.sqrt(views)
  const slice = matrix(p, views)
  for (let f = 0; f < g.length; f++) {
    for (let v = 0; v < views; v++)
      for (let l = 0; l < p; l++) slice.data[l * views + v] = spectra[v].data[f * p + l] / noise[v]
    const { u, s, v: right } = svd(slice)
    for (let v = 0; v < views; v++)
      for (let l = 0; l < p; l++) {
        let sum = 0
        for (let t = 0; t < s.length; t++)
          sum += u.data[l * u.columns + t] * Math.max(s[t] - tau, 0) * right.data[v * right.columns + t]
        spectra[v].data[f * p + l] = sum * noise[v] * g[f]
      }
  }
}

function weighRows(a: Matrix, weights: Float64Array): Matrix {
  return matrix(
    a.rows,
    a.columns,
    a.data.map((value, i) => value * weights[Math.floor(i / a.columns)]),
  )
}

/** The first `count` columns; where there are fewer, the others are zero. */
function leadingColumns(a: Matrix, count: number): Matrix {
  const result = matrix(a.rows, count)
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < Math.min(count, a.columns); j++) result.data[i * count + j] = a.data[i * a.columns + j]
  return result
}

function relativeChange(before: readonly Matrix[], after: readonly Matrix[]): number {
  let change = 0
  let size = 0
  after.forEach(({ data }, v) => {
    for (let i = 0; i < data.length; i++) change += (data[i] - before[v].data[i]) * (data[i] - before[v].data[i])
    size += squaredNorm(data)
  })
  return size > 0 ? change / size : 0
}
