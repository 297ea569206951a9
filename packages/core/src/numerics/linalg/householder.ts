/** Columns of a matrix one after the other: entry (i, j) is `data[j * rows + i]`. */
export interface Columns {
  readonly rows: number
  readonly columns: number
  readonly data: Float64Array
}

/**
 * A·P = Q·R in compact form: R above and on the diagonal of `packed`, below it the vectors v (first entry 1, not stored) of the
 * reflectors I − tau·v·vᵀ whose product is Q. `pivots[j]` is the column of A that stands at place j.
 */
export interface Reflectors {
  readonly packed: Columns
  readonly tau: Float64Array
  readonly pivots: Int32Array
}

/** Sum of squares below which digits may be lost to underflow. */
const TINY_SQUARE = 1e-270
/** Share of a norm, squared, below which its downdate has lost half its digits and it is computed again. Source: Drmač and Bujanović, 2008. */
const LOST_DIGITS = 1.5e-8

/** Factorises `a` (overwritten, entries at most about 1 in size) by Householder QR up to `steps` columns; with `pivoting` the longest remaining column comes first. O(rows·columns·steps). */
export function reflectInto(a: Columns, steps: number, pivoting: boolean): Reflectors {
  const { rows, columns, data } = a
  const tau = new Float64Array(steps)
  const pivots = new Int32Array(columns)
  const norms = new Float64Array(pivoting ? columns : 0)
  const exactNorms = new Float64Array(norms.length)
  for (let j = 0; j < columns; j++) {
    pivots[j] = j
    if (pivoting) norms[j] = exactNorms[j] = tailNorm(a, j, 0)
  }
  for (let j = 0; j < steps; j++) {
    if (pivoting) {
      let best = j
      for (let c = j + 1; c < columns; c++)
        if (norms[c] > norms[best] || (norms[c] === norms[best] && pivots[c] < pivots[best])) best = c
      if (best !== j) {
        swapColumns(a, best, j)
        norms[best] = norms[j]
        exactNorms[best] = exactNorms[j]
        const moved = pivots[best]
        pivots[best] = pivots[j]
        pivots[j] = moved
      }
    }
    tau[j] = makeReflector(a, j)
    reflectColumns(a, j, tau[j], a, j + 1)
    for (let c = j + 1; pivoting && c < columns; c++) {
      if (norms[c] === 0) continue
      const ratio = data[c * rows + j] / norms[c]
      const share = Math.max(0, 1 - ratio * ratio)
      const drop = norms[c] / exactNorms[c]
      if (share * drop * drop > LOST_DIGITS) norms[c] *= Math.sqrt(share)
      else norms[c] = exactNorms[c] = tailNorm(a, c, j + 1)
    }
  }
  return { packed: a, tau, pivots }
}

/** Multiplies target ← Q·target, for columns as long as those of the factorised matrix; `triangular` states that column j of target is zero below row j, which saves half. O(rows·columns·steps). */
export function applyQInto(reflectors: Reflectors, target: Columns, triangular = false): void {
  for (let j = reflectors.tau.length - 1; j >= 0; j--)
    reflectColumns(reflectors.packed, j, reflectors.tau[j], target, triangular ? j : 0)
}

/** Multiplies target ← Qᵀ·target, for columns as long as those of the factorised matrix. O(rows·columns·steps). */
export function applyQTransposeInto(reflectors: Reflectors, target: Columns): void {
  for (let j = 0; j < reflectors.tau.length; j++) reflectColumns(reflectors.packed, j, reflectors.tau[j], target, 0)
}

function tailNorm({ rows, data }: Columns, column: number, from: number): number {
  let sum = 0
  for (let i = column * rows + from; i < (column + 1) * rows; i++) sum += data[i] * data[i]
  return Math.sqrt(sum)
}

function swapColumns({ rows, data }: Columns, a: number, b: number): void {
  for (let i = 0; i < rows; i++) {
    const value = data[a * rows + i]
    data[a * rows + i] = data[b * rows + i]
    data[b * rows + i] = value
  }
}

/** Turns column j below row j into the reflector that zeroes it, leaves the entry of R on the diagonal and returns tau. */
function makeReflector({ rows, data }: Columns, j: number): number {
  const head = j * rows + j
  const end = (j + 1) * rows
  let below = 0
  for (let i = head + 1; i < end; i++) below += data[i] * data[i]
  let rescale = 1
  if (data[head] * data[head] + below < TINY_SQUARE) {
    // A column of zeros stays; one whose squares underflow is lifted first.
    let largest = 0
    for (let i = head; i < end; i++) largest = Math.max(largest, Math.abs(data[i]))
    if (largest === 0) return 0
    while (largest * rescale < 1 && rescale < 1e300) rescale *= 2
    data[head] *= rescale
    below = 0
    for (let i = head + 1; i < end; i++) {
      data[i] *= rescale
      below += data[i] * data[i]
    }
  }
  const alpha = data[head]
  const norm = Math.sqrt(alpha * alpha + below)
  const beta = alpha > 0 ? -norm : norm
  const divisor = alpha - beta
  for (let i = head + 1; i < end; i++) data[i] /= divisor
  data[head] = beta / rescale
  return (beta - alpha) / beta
}

/** Reflects x ← (I − tau·v·vᵀ)·x for the columns x of target from `first` on, v in column j of `vectors`. Four columns at a time share the reads of v. */
function reflectColumns(vectors: Columns, j: number, tau: number, target: Columns, first: number): void {
  if (tau === 0) return
  const { rows } = target
  const x = target.data
  const v = vectors.data
  const shift = j * rows
  let c = first
  for (; c + 4 <= target.columns; c += 4) {
    const x0 = c * rows
    const x1 = x0 + rows
    const x2 = x1 + rows
    const x3 = x2 + rows
    let s0 = x[x0 + j]
    let s1 = x[x1 + j]
    let s2 = x[x2 + j]
    let s3 = x[x3 + j]
    for (let i = j + 1; i < rows; i++) {
      const vi = v[shift + i]
      s0 += vi * x[x0 + i]
      s1 += vi * x[x1 + i]
      s2 += vi * x[x2 + i]
      s3 += vi * x[x3 + i]
    }
    s0 *= tau
    s1 *= tau
    s2 *= tau
    s3 *= tau
    x[x0 + j] -= s0
    x[x1 + j] -= s1
    x[x2 + j] -= s2
    x[x3 + j] -= s3
    for (let i = j + 1; i < rows; i++) {
      const vi = v[shift + i]
      x[x0 + i] -= vi * s0
      x[x1 + i] -= vi * s1
      x[x2 + i] -= vi * s2
      x[x3 + i] -= vi * s3
    }
  }
  for (; c < target.columns; c++) {
    const x0 = c * rows
    let s0 = x[x0 + j]
    for (let i = j + 1; i < rows; i++) s0 += v[shift + i] * x[x0 + i]
    s0 *= tau
    x[x0 + j] -= s0
    for (let i = j + 1; i < rows; i++) x[x0 + i] -= v[shift + i] * s0
  }
}
