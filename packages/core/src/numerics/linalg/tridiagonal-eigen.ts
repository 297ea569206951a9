const EPSILON = Number.EPSILON
/** Cap on QL iterations per eigenvalue, as in EISPACK. */
const ITERATIONS_PER_VALUE = 30
/** Eigenvalues between two saved states; their rotations are recorded together. */
const CHUNK = 32

/** The diagonal and off-diagonal of the tridiagonal matrix as the iteration goes on: the first `finalCount` values are final. */
interface State {
  readonly d: Float64Array
  readonly e: Float64Array
  finalCount: number
  iterations: number
}

/** Plane rotations in the order they were applied: places `at` and `at` + 1, cosine, sine. */
export interface Rotations {
  count: number
  at: Int32Array
  cosine: Float64Array
  sine: Float64Array
}

/** Eigenvalues in the order in which the iteration finds them, and the rotations that give their vectors. */
export interface TridiagonalEigen {
  readonly values: Float64Array
  readonly converged: boolean
  /** Calls `see` with all rotations, last part first, and the place before which the part touches nothing. The record is overwritten after each call. O(size²). */
  eachPart(see: (rotations: Rotations, begin: number) => void): void
}

/**
 * Computes the eigenvalues of a symmetric tridiagonal matrix by implicit QL with Wilkinson's shift (at most 30·size iterations), O(size²). Eigenvectors are
 * columns of the product of all rotations: the iteration is repeated from saved states, last part first, and its rotations are applied backwards to unit
 * vectors. So any few vectors are orthogonal to rounding, clustered values or not, at a cost in proportion to their number.
 */
export function tridiagonalEigen(diagonal: Float64Array, offDiagonal: Float64Array): TridiagonalEigen {
  const size = diagonal.length
  const state: State = { d: diagonal.slice(), e: offDiagonal.slice(), finalCount: 0, iterations: 0 }
  // Neglecting couplings of this size moves no eigenvalue by more than ε‖T‖.
  let largest = 0
  for (let i = 0; i < size; i++) largest = Math.max(largest, Math.abs(diagonal[i]), Math.abs(offDiagonal[i]))
  const negligible = (EPSILON / 4) * largest
  const states: State[] = []
  let converged = true
  while (converged && state.finalCount < size) {
    states.push({ ...state, d: state.d.slice(), e: state.e.slice() })
    converged = advance(state, negligible, null)
  }
  return { values: state.d, converged, eachPart }

  function eachPart(see: (rotations: Rotations, begin: number) => void): void {
    const record: Rotations = {
      count: 0,
      at: new Int32Array(1024),
      cosine: new Float64Array(1024),
      sine: new Float64Array(1024),
    }
    for (let part = states.length - 1; part >= 0; part--) {
      const { d, e, finalCount, iterations } = states[part]
      record.count = 0
      advance({ d: d.slice(), e: e.slice(), finalCount, iterations }, negligible, record)
      see(record, finalCount)
    }
  }
}

/** Finds the next CHUNK eigenvalues, recording the rotations if asked; false when the cap is hit. */
function advance(state: State, negligible: number, record: Rotations | null): boolean {
  const { d, e } = state
  const size = d.length
  const end = Math.min(size, state.finalCount + CHUNK)
  while (state.finalCount < end) {
    const l = state.finalCount
    let m = l
    while (
      m < size - 1 &&
      Math.abs(e[m]) > Math.max(negligible, EPSILON * Math.min(Math.abs(d[m]), Math.abs(d[m + 1])))
    )
      m++
    if (m < size - 1) e[m] = 0
    if (m === l) {
      state.finalCount++
      continue
    }
    if (state.iterations++ >= ITERATIONS_PER_VALUE * size) return false
    sweep(d, e, l, m, record)
  }
  return true
}

/** Takes one implicit QL step on places l … m. Source: EISPACK tql2. */
function sweep(d: Float64Array, e: Float64Array, l: number, m: number, record: Rotations | null): void {
  const half = (d[l + 1] - d[l]) / (2 * e[l])
  const root = length(half, 1)
  let g = d[m] - d[l] + e[l] / (half + (half < 0 ? -root : root))
  let sine = 1
  let cosine = 1
  let p = 0
  for (let i = m - 1; i >= l; i--) {
    const f = sine * e[i]
    const b = cosine * e[i]
    const r = length(f, g)
    e[i + 1] = r
    if (r === 0) {
      // The matrix splits here.
      d[i + 1] -= p
      e[m] = 0
      return
    }
    sine = f / r
    cosine = g / r
    g = d[i + 1] - p
    const t = (d[i] - g) * sine + 2 * cosine * b
    p = sine * t
    d[i + 1] = g + p
    g = cosine * t - b
    if (record !== null) keep(record, i, cosine, sine)
  }
  d[l] -= p
  e[l] = g
  e[m] = 0
}

function keep(record: Rotations, at: number, cosine: number, sine: number): void {
  if (record.count === record.at.length) {
    const longer = <T extends Int32Array | Float64Array>(to: T, from: T): T => {
      to.set(from)
      return to
    }
    record.at = longer(new Int32Array(2 * record.count), record.at)
    record.cosine = longer(new Float64Array(2 * record.count), record.cosine)
    record.sine = longer(new Float64Array(2 * record.count), record.sine)
  }
  record.at[record.count] = at
  record.cosine[record.count] = cosine
  record.sine[record.count] = sine
  record.count++
}

/** Computes √(a² + b²) without underflow; entries are at most about 1. */
function length(a: number, b: number): number {
  const sum = a * a + b * b
  if (sum > 1e-250 && sum < 1e250) return Math.sqrt(sum)
  const large = Math.max(Math.abs(a), Math.abs(b))
  if (large === 0) return 0
  const ratio = Math.min(Math.abs(a), Math.abs(b)) / large
  return large * Math.sqrt(1 + ratio * ratio)
}
