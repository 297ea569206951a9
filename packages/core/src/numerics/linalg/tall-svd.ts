import { type Columns, type Reflectors, reflectInto } from './householder.ts'
import { oneSidedJacobi, type SmallSvd } from './one-sided-jacobi.ts'
import { unitScale } from './unit-scale.ts'

/** A = Q · Σᵢ valuesᵢ · [leftᵢ; 0] · rightᵢᵀ, Q (full, m×m) kept as reflectors. */
export interface TallSvd extends SmallSvd {
  readonly reflectors: Reflectors
}

/**
 * SVD of a tall matrix (m×n, m ≥ n, columns one after the other, overwritten) without forming the long vectors: pivoted QR, then Jacobi rotations on R.
 * O(m·n²) and a few O(n³) sweeps. Not finite entries give NaN and `converged` false.
 */
export function tallSvdInto(a: Columns): TallSvd {
  const { rows, columns: n, data } = a
  const scale = unitScale(data)
  if (Number.isNaN(scale)) return notFinite(a)
  if (scale !== 1) for (let i = 0; i < data.length; i++) data[i] *= scale
  const reflectors = reflectInto(a, n, true)
  const r = new Float64Array(n * n)
  for (let i = 0; i < n; i++) for (let j = i; j < n; j++) r[i * n + j] = data[j * rows + i]
  const small = oneSidedJacobi(r, n)
  const right = new Float64Array(n * n)
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) right[i * n + reflectors.pivots[j]] = small.right[i * n + j]
  for (let i = 0; i < n; i++) small.values[i] /= scale
  return { ...small, right, reflectors }
}

function notFinite(packed: Columns): TallSvd {
  const n = packed.columns
  const empty = () => new Float64Array(n * n).fill(Number.NaN)
  const reflectors = { packed, tau: new Float64Array(n).fill(Number.NaN), pivots: new Int32Array(n) }
  return { left: empty(), right: empty(), values: new Float64Array(n).fill(Number.NaN), converged: false, reflectors }
}
