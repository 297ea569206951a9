const EPSILON = Number.EPSILON
/** Cap on Jacobi sweeps of O(size³) each; reaching it leaves `converged` false. */
const MAX_SWEEPS = 40
/** Length below which a row counts as zero, relative to entries of about 1: squares of anything smaller would underflow. */
const ZERO_NORM = 1e-140

/** M = Σᵢ valuesᵢ · leftᵢ · rightᵢᵀ with the vectors as rows, values descending. */
export interface SmallSvd {
  readonly left: Float64Array
  readonly values: Float64Array
  readonly right: Float64Array
  readonly converged: boolean
}

/**
 * Computes the SVD of the square matrix in `m` (size×size row by row, entries at most about 1, overwritten): it rotates pairs of rows until all are orthogonal
 * (Hestenes; Demmel and Veselić). Fast when the rows come in falling length, as from pivoted QR. At most 40 sweeps of O(size³).
 */
export function oneSidedJacobi(m: Float64Array, size: number): SmallSvd {
  const rotations = new Float64Array(size * size)
  const norms = new Float64Array(size)
  for (let i = 0; i < size; i++) {
    rotations[i * size + i] = 1
    norms[i] = rowNorm(m, i, size)
  }
  const tolerance = Math.max(2, Math.sqrt(size) / 2) * EPSILON
  let converged = size < 2
  for (let sweep = 0; sweep < MAX_SWEEPS && !converged; sweep++) {
    converged = true
    for (let p = 0; p < size - 1; p++)
      for (let q = p + 1; q < size; q++) {
        const limit = tolerance * norms[p] * norms[q]
        if (norms[q] === 0 || norms[p] === 0) continue
        const product = rowProduct(m, p, q, size)
        if (Math.abs(product) <= limit) continue
        converged = false
        // (‖q‖² − ‖p‖²) / 2 p·q, the difference of squares as a product so that close norms keep their digits.
        const cotangent = ((norms[q] - norms[p]) * (norms[q] + norms[p])) / (2 * product)
        const size2 = Math.abs(cotangent)
        const tangent = (cotangent < 0 ? -1 : 1) / (size2 < 1e8 ? size2 + Math.sqrt(1 + size2 * size2) : 2 * size2)
        const cosine = 1 / Math.sqrt(1 + tangent * tangent)
        rotateRows(m, p, q, size, cosine, tangent * cosine)
        rotateRows(rotations, p, q, size, cosine, tangent * cosine)
        norms[p] = rowNorm(m, p, size)
        norms[q] = rowNorm(m, q, size)
      }
  }
  return sorted(m, rotations, norms, size, converged)
}

function rowNorm(m: Float64Array, row: number, size: number): number {
  let sum = 0
  for (let i = row * size; i < (row + 1) * size; i++) sum += m[i] * m[i]
  const norm = Math.sqrt(sum)
  return norm <= ZERO_NORM ? 0 : norm
}

function rowProduct(m: Float64Array, p: number, q: number, size: number): number {
  const shift = (q - p) * size
  let sum = 0
  for (let i = p * size; i < (p + 1) * size; i++) sum += m[i] * m[i + shift]
  return sum
}

function rotateRows(m: Float64Array, p: number, q: number, size: number, cosine: number, sine: number): void {
  const shift = (q - p) * size
  // Written as changes (Rutishauser): small angles then add small errors, and the lengths do not drift.
  const ratio = sine / (1 + cosine)
  for (let i = p * size; i < (p + 1) * size; i++) {
    const x = m[i]
    const y = m[i + shift]
    m[i] = x - sine * (y + ratio * x)
    m[i + shift] = y + sine * (x - ratio * y)
  }
}

function sorted(
  m: Float64Array,
  rotations: Float64Array,
  norms: Float64Array,
  size: number,
  converged: boolean,
): SmallSvd {
  const order = Array.from({ length: size }, (_, i) => i).sort((a, b) => norms[b] - norms[a] || a - b)
  const left = new Float64Array(size * size)
  const right = new Float64Array(size * size)
  const values = new Float64Array(size)
  let rank = 0
  order.forEach((from, to) => {
    values[to] = norms[from]
    left.set(rotations.subarray(from * size, (from + 1) * size), to * size)
    if (norms[from] === 0) return
    rank = to + 1
    for (let i = 0; i < size; i++) right[to * size + i] = m[from * size + i] / norms[from]
  })
  completeRowsInto(right, rank, size, size)
  return { left, values, right, converged }
}

/**
 * Fills rows `known` … `total` − 1 of `rows` (each `length` long) so that all are orthonormal; the first `known` rows are so already.
 * Rule: always take the unit vector that the rows so far cover least, ties by lowest index, and subtract its projection. O(total²·length).
 */
function completeRowsInto(rows: Float64Array, firstMissing: number, total: number, length: number): void {
  const covered = new Float64Array(length)
  for (let r = 0; r < firstMissing; r++) cover(r)
  for (let r = firstMissing; r < total; r++) {
    let axis = 0
    for (let i = 1; i < length; i++) if (covered[i] < covered[axis]) axis = i
    rows.fill(0, r * length, (r + 1) * length)
    rows[r * length + axis] = 1
    // Once loses digits when little is left; twice is enough.
    for (let pass = 0; pass < 2; pass++) {
      for (let q = 0; q < r; q++) {
        let along = 0
        for (let i = 0; i < length; i++) along += rows[q * length + i] * rows[r * length + i]
        if (along !== 0) for (let i = 0; i < length; i++) rows[r * length + i] -= along * rows[q * length + i]
      }
      let sum = 0
      for (let i = 0; i < length; i++) sum += rows[r * length + i] * rows[r * length + i]
      const norm = Math.sqrt(sum)
      for (let i = 0; i < length; i++) rows[r * length + i] /= norm
    }
    cover(r)
  }

  function cover(row: number): void {
    for (let i = 0; i < length; i++) covered[i] += rows[row * length + i] * rows[row * length + i]
  }
}
