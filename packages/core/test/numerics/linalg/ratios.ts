import {
  type Matrix,
  matrix,
  multiply,
  multiplyTranspose,
  transposeMultiply,
} from '../../../src/numerics/linalg/matrix.ts'
import { qr } from '../../../src/numerics/linalg/qr.ts'
import { unitScale } from '../../../src/numerics/linalg/scale.ts'
import type { Eigen } from '../../../src/numerics/linalg/some-eigen.ts'
import { svd } from '../../../src/numerics/linalg/svd.ts'
import { scaled } from './matrix-types.ts'

/** Test ratios as LAPACK defines them: error / (norm · size · ε), expected to be about 1. */
export interface Ratios {
  residual: number
  orthogonality: number
  /** Against the spectrum the matrix was built with, where there is one. */
  values: number
  converged: boolean
}

const epsilon = Number.EPSILON

export function frobenius(a: Matrix): number {
  let sum = 0
  for (const value of a.data) sum += value * value
  return Math.sqrt(sum)
}

/** ‖UᵀU − I‖ / (rows·ε). */
export function orthogonality(u: Matrix): number {
  if (u.rows === 0 || u.columns === 0) return 0
  const gram = transposeMultiply(u, u)
  for (let i = 0; i < u.columns; i++) gram.data[i * u.columns + i] -= 1
  return frobenius(gram) / (u.rows * epsilon)
}

/** ‖A − B‖ / (‖A‖·size·ε); 0 when A and B are zero. */
export function distance(a: Matrix, b: Matrix): number {
  const norm = frobenius(a)
  const gap = frobenius(
    matrix(
      a.rows,
      a.columns,
      a.data.map((value, i) => value - b.data[i]),
    ),
  )
  return gap === 0 ? 0 : gap / (norm * Math.max(a.rows, a.columns) * epsilon)
}

function spectrumError(a: Matrix, values: Float64Array, spectrum: number[] | undefined): number {
  if (spectrum === undefined) return 0
  const scale = unitScale(a.data)
  const worst = Math.max(...spectrum.map((value, i) => Math.abs(value - values[i]))) * scale
  return worst === 0 ? 0 : worst / (frobenius(scaled(a, scale)) * Math.max(a.rows, a.columns) * epsilon)
}

export function svdRatios(a: Matrix, spectrum?: number[]): Ratios {
  const { u, s, v, converged } = svd(a)
  const scale = unitScale(a.data)
  const values = s.map((value) => value * scale)
  const weighted = matrix(
    u.rows,
    u.columns,
    u.data.map((value, i) => value * values[i % u.columns]),
  )
  return {
    residual: distance(scaled(a, scale), multiplyTranspose(weighted, v)),
    orthogonality: Math.max(orthogonality(u), orthogonality(v)),
    values: spectrumError(a, s, spectrum),
    converged,
  }
}

export function qrRatios(a: Matrix): Ratios {
  const { q, r } = qr(a)
  const scale = unitScale(a.data)
  const residual = distance(scaled(a, scale), multiply(q, scaled(r, scale)))
  return { residual, orthogonality: orthogonality(q), values: 0, converged: true }
}

/** ‖AV − VΛ‖ and the rest for some or all eigenpairs. */
export function eigenRatios(a: Matrix, { values, vectors, converged }: Eigen, spectrum?: number[]): Ratios {
  const n = a.rows
  const scale = unitScale(a.data)
  const left = multiply(scaled(a, scale), vectors)
  for (let i = 0; i < left.data.length; i++) {
    const j = i % vectors.columns
    left.data[i] -= vectors.data[i] * values[j] * scale
  }
  const gap = frobenius(left)
  return {
    residual: gap === 0 ? 0 : gap / (frobenius(scaled(a, scale)) * n * epsilon),
    orthogonality: orthogonality(vectors),
    values: spectrumError(a, values, spectrum),
    converged,
  }
}
