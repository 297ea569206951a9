/** A = Q·T·Qᵀ: T tridiagonal, Q the product of the reflectors I − tauᵢ·vᵢ·vᵢᵀ, i = size − 1 first, vᵢ in the first i places of row i of `vectors`. */
interface Tridiagonal {
  readonly size: number
  readonly diagonal: Float64Array
  /** Entry i couples i and i + 1; the last one is 0. */
  readonly offDiagonal: Float64Array
  readonly vectors: Float64Array
  readonly tau: Float64Array
}

/**
 * Tridiagonalises the symmetric matrix whose lower triangle lies row by row in `a` (size×size, overwritten) by Householder reflections. It works upwards from the
 * last row, and changes the remaining triangle in the same pass that multiplies it with the next reflector, so that each step reads it once. 4/3·size³ flops.
 */
export function tridiagonaliseInto(a: Float64Array, size: number): Tridiagonal {
  const diagonal = new Float64Array(size)
  const offDiagonal = new Float64Array(size)
  const tau = new Float64Array(size)
  // The pending change of the triangle, −v·wᵀ − w·vᵀ, of the step before.
  const v = new Float64Array(size)
  const w = new Float64Array(size)
  const next = new Float64Array(size)
  const product = new Float64Array(size)
  for (let i = size - 1; i > 0; i--) {
    const row = i * size
    const vi = v[i]
    const wi = w[i]
    for (let j = 0; j <= i; j++) a[row + j] -= vi * w[j] + wi * v[j]
    diagonal[i] = a[row + i]
    tau[i] = makeReflector(a, row, i, offDiagonal)
    for (let j = 0; j < i; j++) {
      next[j] = a[row + j]
      product[j] = 0
    }
    changeAndMultiply(a, size, i, v, w, next, product)
    let along = 0
    for (let j = 0; j < i; j++) along += product[j] * next[j]
    const half = (tau[i] * tau[i] * along) / 2
    for (let j = 0; j < i; j++) {
      v[j] = next[j]
      w[j] = tau[i] * product[j] - half * next[j]
    }
  }
  if (size > 0) diagonal[0] = size > 1 ? a[0] - 2 * v[0] * w[0] : a[0]
  return { size, diagonal, offDiagonal, vectors: a, tau }
}

/** Multiplies target ← Q·target for `count` vectors of length size, one per row. Four vectors at a time share the reads of a reflector. O(size²·count). */
export function backTransformInto(t: Tridiagonal, target: Float64Array, count: number): void {
  const { size, vectors, tau } = t
  let from = 0
  for (; from + 4 <= count; from += 4) {
    const x0 = from * size
    const x1 = x0 + size
    const x2 = x1 + size
    const x3 = x2 + size
    for (let i = 1; i < size; i++) {
      if (tau[i] === 0) continue
      const row = i * size
      let s0 = 0
      let s1 = 0
      let s2 = 0
      let s3 = 0
      for (let j = 0; j < i; j++) {
        const vj = vectors[row + j]
        s0 += vj * target[x0 + j]
        s1 += vj * target[x1 + j]
        s2 += vj * target[x2 + j]
        s3 += vj * target[x3 + j]
      }
      s0 *= tau[i]
      s1 *= tau[i]
      s2 *= tau[i]
      s3 *= tau[i]
      for (let j = 0; j < i; j++) {
        const vj = vectors[row + j]
        target[x0 + j] -= s0 * vj
        target[x1 + j] -= s1 * vj
        target[x2 + j] -= s2 * vj
        target[x3 + j] -= s3 * vj
      }
    }
  }
  for (; from < count; from++) reflectOne(t, target, from * size)
}

function reflectOne({ size, vectors, tau }: Tridiagonal, target: Float64Array, x: number): void {
  for (let i = 1; i < size; i++) {
    const row = i * size
    let sum = 0
    for (let j = 0; j < i; j++) sum += vectors[row + j] * target[x + j]
    sum *= tau[i]
    if (sum !== 0) for (let j = 0; j < i; j++) target[x + j] -= sum * vectors[row + j]
  }
}

/** Turns the first i entries of a row into the v that maps them onto the last one alone (v's last entry is 1), and returns tau. */
function makeReflector(a: Float64Array, row: number, i: number, offDiagonal: Float64Array): number {
  const last = row + i - 1
  let largest = 0
  for (let j = row; j < last; j++) largest = Math.max(largest, Math.abs(a[j]))
  if (largest === 0) {
    offDiagonal[i - 1] = a[last]
    a[last] = 1
    return 0
  }
  largest = Math.max(largest, Math.abs(a[last]))
  // Lifted by a power of two when squares would underflow.
  let lift = 1
  while (largest * lift < 1e-130) lift *= 2
  let sum = 0
  for (let j = row; j < last; j++) {
    a[j] *= lift
    sum += a[j] * a[j]
  }
  const alpha = a[last] * lift
  const norm = Math.sqrt(alpha * alpha + sum)
  const beta = alpha > 0 ? -norm : norm
  const divisor = alpha - beta
  for (let j = row; j < last; j++) a[j] /= divisor
  a[last] = 1
  offDiagonal[i - 1] = beta / lift
  return (beta - alpha) / beta
}

/** Updates B ← B − v·wᵀ − w·vᵀ and product ← B·next in one pass over the lower triangle of the leading i×i block B. Two rows at a time share the reads of the vectors. */
function changeAndMultiply(
  a: Float64Array,
  size: number,
  i: number,
  v: Float64Array,
  w: Float64Array,
  next: Float64Array,
  product: Float64Array,
): void {
  let r = 0
  for (; r + 1 < i; r += 2) {
    const row0 = r * size
    const row1 = row0 + size
    const v0 = v[r]
    const w0 = w[r]
    const n0 = next[r]
    const v1 = v[r + 1]
    const w1 = w[r + 1]
    const n1 = next[r + 1]
    let s0 = 0
    let s1 = 0
    for (let j = 0; j < r; j++) {
      const vj = v[j]
      const wj = w[j]
      const nj = next[j]
      const t0 = a[row0 + j] - (v0 * wj + w0 * vj)
      const t1 = a[row1 + j] - (v1 * wj + w1 * vj)
      a[row0 + j] = t0
      a[row1 + j] = t1
      s0 += t0 * nj
      s1 += t1 * nj
      product[j] += t0 * n0 + t1 * n1
    }
    const t00 = a[row0 + r] - 2 * v0 * w0
    const t10 = a[row1 + r] - (v1 * w0 + w1 * v0)
    const t11 = a[row1 + r + 1] - 2 * v1 * w1
    a[row0 + r] = t00
    a[row1 + r] = t10
    a[row1 + r + 1] = t11
    product[r] += s0 + t00 * n0 + t10 * n1
    product[r + 1] += s1 + t10 * n0 + t11 * n1
  }
  if (r < i) {
    const row = r * size
    let sum = 0
    for (let j = 0; j < r; j++) {
      const t = a[row + j] - (v[r] * w[j] + w[r] * v[j])
      a[row + j] = t
      sum += t * next[j]
      product[j] += t * next[r]
    }
    a[row + r] -= 2 * v[r] * w[r]
    product[r] += sum + a[row + r] * next[r]
  }
}
