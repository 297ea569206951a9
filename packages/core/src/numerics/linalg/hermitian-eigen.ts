import { identity, type Matrix, matrix } from './matrix.ts'
import { unitScale } from './scale.ts'

const EPSILON = Number.EPSILON
/** Cap on Jacobi sweeps of O(m³) each; reaching it leaves `converged` false. */
const MAX_SWEEPS = 40

/** Column j of `real` + i·`imaginary` (m×m, unitary) belongs to `values[j]`, largest first. */
export interface HermitianEigen {
  readonly values: Float64Array
  readonly real: Matrix
  readonly imaginary: Matrix
  /** False when the sweeps hit their cap, or when an entry was not finite (then all results are NaN). */
  readonly converged: boolean
}

/**
 * Computes the eigenpairs of the Hermitian matrix real + i·imaginary (m×m; the upper triangle and the real diagonal are read), largest value first. Phase: the entry
 * of largest size in each vector is real and positive, ties by lowest index. Cyclic complex Jacobi, at most 40 sweeps of O(m³); meant for m up to 100.
 */
export function hermitianEigen(real: Matrix, imaginary: Matrix): HermitianEigen {
  const m = real.rows
  const scale = unitScale(upperEntries(real, imaginary))
  const vr = identity(m)
  const vi = matrix(m, m)
  if (Number.isNaN(scale)) {
    const nan = () => matrix(m, m, new Float64Array(m * m).fill(Number.NaN))
    return { values: new Float64Array(m).fill(Number.NaN), real: nan(), imaginary: nan(), converged: false }
  }
  const ar = new Float64Array(m * m)
  const ai = new Float64Array(m * m)
  let square = 0
  for (let i = 0; i < m; i++)
    for (let j = i; j < m; j++) {
      const x = (ar[i * m + j] = ar[j * m + i] = real.data[i * m + j] * scale)
      const y = i === j ? 0 : imaginary.data[i * m + j] * scale
      ai[i * m + j] = y
      ai[j * m + i] = -y
      square += (i === j ? 1 : 2) * (x * x + y * y)
    }
  // All entries left off the diagonal together stay below ε‖A‖/8.
  const negligible = ((EPSILON / 8) * Math.sqrt(square)) / Math.max(1, m)
  let converged = m < 2
  for (let sweep = 0; sweep < MAX_SWEEPS && !converged; sweep++) {
    converged = true
    for (let p = 0; p < m - 1; p++)
      for (let q = p + 1; q < m; q++) {
        const x = ar[p * m + q]
        const y = ai[p * m + q]
        const size = Math.sqrt(x * x + y * y)
        if (size <= negligible) continue
        converged = false
        const cotangent = (ar[q * m + q] - ar[p * m + p]) / (2 * size)
        const steep = Math.abs(cotangent)
        const tangent = (cotangent < 0 ? -1 : 1) / (steep + Math.sqrt(1 + steep * steep))
        const cosine = 1 / Math.sqrt(1 + tangent * tangent)
        // The sine carries the phase of entry (p, q).
        const sr = (tangent * cosine * x) / size
        const si = (tangent * cosine * y) / size
        const dp = ar[p * m + p] - tangent * size
        const dq = ar[q * m + q] + tangent * size
        rotateColumns(ar, ai, m, p, q, cosine, sr, si)
        rotateColumns(vr.data, vi.data, m, p, q, cosine, sr, si)
        for (let j = 0; j < m; j++) {
          ar[p * m + j] = ar[j * m + p]
          ai[p * m + j] = -ai[j * m + p]
          ar[q * m + j] = ar[j * m + q]
          ai[q * m + j] = -ai[j * m + q]
        }
        ar[p * m + p] = dp
        ar[q * m + q] = dq
        ai[p * m + p] = ai[q * m + q] = 0
        ar[p * m + q] = ar[q * m + p] = ai[p * m + q] = ai[q * m + p] = 0
      }
  }
  return { ...sortedPairs(ar, vr, vi, scale), converged }
}

function upperEntries(real: Matrix, imaginary: Matrix): Float64Array {
  const m = real.rows
  const entries = new Float64Array(m * m)
  for (let i = 0; i < m; i++)
    for (let j = i; j < m; j++) {
      // The real parts fill the upper triangle, the imaginary parts the lower.
      entries[i * m + j] = real.data[i * m + j]
      if (j > i) entries[j * m + i] = imaginary.data[i * m + j]
    }
  return entries
}

/** Columns (p, q) ← (cosine·p − conj(s)·q, s·p + cosine·q) with s = sr + i·si. */
function rotateColumns(
  real: Float64Array,
  imaginary: Float64Array,
  m: number,
  p: number,
  q: number,
  cosine: number,
  sr: number,
  si: number,
): void {
  for (let i = 0; i < m; i++) {
    const xr = real[i * m + p]
    const xi = imaginary[i * m + p]
    const yr = real[i * m + q]
    const yi = imaginary[i * m + q]
    real[i * m + p] = cosine * xr - (sr * yr + si * yi)
    imaginary[i * m + p] = cosine * xi - (sr * yi - si * yr)
    real[i * m + q] = cosine * yr + (sr * xr - si * xi)
    imaginary[i * m + q] = cosine * yi + (sr * xi + si * xr)
  }
}

function sortedPairs(diagonal: Float64Array, vr: Matrix, vi: Matrix, scale: number) {
  const m = vr.rows
  const order = Array.from({ length: m }, (_, i) => i).sort(
    (a, b) => diagonal[b * m + b] - diagonal[a * m + a] || a - b,
  )
  const values = new Float64Array(m)
  const real = matrix(m, m)
  const imaginary = matrix(m, m)
  order.forEach((from, to) => {
    values[to] = diagonal[from * m + from] / scale
    let largest = 0
    let pr = 1
    let pi = 0
    for (let i = 0; i < m; i++) {
      const x = vr.data[i * m + from]
      const y = vi.data[i * m + from]
      const size = x * x + y * y
      if (size > largest) {
        largest = size
        pr = x / Math.sqrt(size)
        pi = y / Math.sqrt(size)
      }
    }
    for (let i = 0; i < m; i++) {
      const x = vr.data[i * m + from]
      const y = vi.data[i * m + from]
      real.data[i * m + to] = x * pr + y * pi
      imaginary.data[i * m + to] = y * pr - x * pi
    }
  })
  return { values, real, imaginary }
}
