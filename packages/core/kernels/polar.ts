// The polar factor UVᵀ of a tall matrix A = UΣVᵀ of full rank, without its singular values: A = Q·R by two rounds of Cholesky (each with A's Gram matrix; the second
// makes Q orthonormal to the last digits), then Newton's iteration for the factor of R; of a square A at once. Everything is a product or works on size × size matrices.
// Matrices are row-major with `width` columns, `size` made even.
import { packPanels, rowsTimes, transposeTimes } from './latent'
import { gramOfSix, sixTimesTriangle } from './six-columns'

/** Condition number of A up to which the result has all the digits that A determines. */
const CONDITION: f64 = 1e5
/** The same of a square A, which no Gram matrix is made of. */
const SQUARE_CONDITION: f64 = 1e12
const STEPS: i32 = 40

/**
 * out (rows × width) ← the polar factor of a (rows × size); gives 1, or 0 where A is too near to one of less rank: then `out` stays as it is. Both have room for the next multiple
 * of 4 rows and for two numbers more. `scratch` has room for 5·(size + 4)·width + (rows + 3)·width + 2 doubles.
 */
export function polarFactor(a: usize, rows: i32, size: i32, width: i32, out: usize, scratch: usize): i32 {
  const stride = <usize>width << 3
  const bytes = <usize>(size + 4) * stride
  const first = scratch
  const second = first + bytes
  const inverse = second + bytes
  const spare = inverse + bytes
  const panels = spare + bytes
  const q = panels + bytes
  const tall = (rows + 3) & ~3

  if (rows === size) {
    memory.copy(spare, a, <usize>size * stride)
    if (!newton(spare, size, width, inverse, first, SQUARE_CONDITION)) return 0
    memory.copy(out, spare, <usize>size * stride)
    return 1
  }
  if (!triangle(a, rows, size, width, spare, first)) return 0
  invertTriangle(first, size, stride, inverse)
  if (width === 6) sixTimesTriangle(a, tall, inverse, q)
  else {
    packPanels(inverse, size, width, false, panels, 0, width)
    rowsTimes(a, stride, tall, size, panels, width, q)
  }

  if (!triangle(q, rows, size, width, spare, second)) return 0
  multiplySquare(second, first, size, stride, spare)
  if (!newton(spare, size, width, inverse, first, CONDITION)) return 0
  // (Q·T)·N as Q·(T·N), one pass over the rows less: T is nearly the identity.
  invertTriangle(second, size, stride, inverse)
  multiplySquare(inverse, spare, size, stride, first)
  packPanels(first, size, width, false, panels, 0, width)
  rowsTimes(q, stride, tall, size, panels, width, out)
  return 1
}

/** r ← upper triangle with rᵀr = aᵀa; false if a pivot is lost in the rounding. */
function triangle(a: usize, rows: i32, size: i32, width: i32, gram: usize, r: usize): bool {
  const stride = <usize>width << 3
  if (width === 6) gramOfSix(a, rows, gram)
  else transposeTimes(a, stride, a, stride, rows, width, 0, (width + 3) & ~3, true, gram)
  memory.fill(r, 0, <usize>size * stride)
  let largest: f64 = 0
  for (let i = 0; i < size; i++) largest = max(largest, load<f64>(gram + <usize>i * (stride + 8)))
  for (let p = 0; p < size; p++) {
    const row = gram + <usize>p * stride
    const pivot = load<f64>(row + (<usize>p << 3))
    if (!(pivot > 1e-12 * largest)) return false
    const root = sqrt(pivot)
    const target = r + <usize>p * stride
    for (let j = p; j < size; j++) store<f64>(target + (<usize>j << 3), load<f64>(row + (<usize>j << 3)) / root)
    for (let i = p + 1; i < size; i++)
      subtractRow(gram + <usize>i * stride, target, load<f64>(target + (<usize>i << 3)), i & ~1, width)
  }
  return true
}

/** y[from…] −= factor·x[from…], `from` even. */
// @inline
function subtractRow(y: usize, x: usize, factor: f64, from: i32, width: i32): void {
  const times: v128 = f64x2.splat(factor)
  for (let at = <usize>from << 3, end = <usize>width << 3; at < end; at += 16)
    v128.store(y + at, f64x2.sub(v128.load(y + at), f64x2.mul(times, v128.load(x + at))))
}

/** t ← r⁻¹ for an upper triangle r. */
function invertTriangle(r: usize, size: i32, stride: usize, t: usize): void {
  const width = <i32>(stride >> 3)
  memory.fill(t, 0, <usize>size * stride)
  for (let i = size - 1; i >= 0; i--) {
    const row = r + <usize>i * stride
    const target = t + <usize>i * stride
    for (let p = i + 1; p < size; p++) subtractRow(target, t + <usize>p * stride, load<f64>(row + (<usize>p << 3)), p & ~1, width)
    const pivot = load<f64>(row + (<usize>i << 3))
    for (let j = i + 1; j < size; j++) store<f64>(target + (<usize>j << 3), load<f64>(target + (<usize>j << 3)) / pivot)
    store<f64>(target + (<usize>i << 3), 1 / pivot)
  }
}

/** out ← a·b, all size × size. */
function multiplySquare(a: usize, b: usize, size: i32, stride: usize, out: usize): void {
  const width = <i32>(stride >> 3)
  memory.fill(out, 0, <usize>size * stride)
  for (let i = 0; i < size; i++)
    for (let p = 0; p < size; p++)
      subtractRow(out + <usize>i * stride, b + <usize>p * stride, -load<f64>(a + <usize>i * stride + (<usize>p << 3)), 0, width)
}

/** x ← the orthogonal polar factor of x by Newton's iteration x ← (ζx + x⁻ᵀ/ζ)/2, scaled by the norms of Higham (1986); false where its condition is past `limit`. */
function newton(x: usize, size: i32, width: i32, inverse: usize, pivots: usize, limit: f64): bool {
  const stride = <usize>width << 3
  let last = false
  for (let step = 0; step < STEPS; step++) {
    memory.copy(inverse, x, <usize>size * stride)
    if (!invert(inverse, size, stride, pivots)) return false
    const norms = rowNorm(x, size, stride) * columnNorm(x, size, stride)
    const others = rowNorm(inverse, size, stride) * columnNorm(inverse, size, stride)
    if (step === 0 && !(sqrt(norms * others) <= limit)) return false
    const zeta = last ? 1.0 : sqrt(sqrt(others / norms))
    let change: f64 = 0
    let total: f64 = 0
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++) {
        const place = x + <usize>i * stride + (<usize>j << 3)
        const before = load<f64>(place)
        const after = 0.5 * (zeta * before + load<f64>(inverse + <usize>j * stride + (<usize>i << 3)) / zeta)
        store<f64>(place, after)
        change += (after - before) * (after - before)
        total += after * after
      }
    if (last) return true
    // The error squares from step to step.
    last = change <= 1e-12 * total
  }
  return false
}

/** Largest sum of sizes over a row. */
function rowNorm(a: usize, size: i32, stride: usize): f64 {
  let largest: f64 = 0
  for (let i = 0; i < size; i++) {
    let sum: f64 = 0
    for (let j = 0; j < size; j++) sum += abs(load<f64>(a + <usize>i * stride + (<usize>j << 3)))
    largest = max(largest, sum)
  }
  return largest
}

/** Largest sum of sizes over a column. */
function columnNorm(a: usize, size: i32, stride: usize): f64 {
  let largest: f64 = 0
  for (let j = 0; j < size; j++) {
    let sum: f64 = 0
    for (let i = 0; i < size; i++) sum += abs(load<f64>(a + <usize>i * stride + (<usize>j << 3)))
    largest = max(largest, sum)
  }
  return largest
}

/** a ← a⁻¹ by Gauss and Jordan with row pivots; `pivots` has room for as many doubles as rows. False if a pivot is zero or not finite. */
function invert(a: usize, size: i32, stride: usize, pivots: usize): bool {
  const width = <i32>(stride >> 3)
  for (let p = 0; p < size; p++) {
    const column = <usize>p << 3
    let best = p
    for (let i = p + 1; i < size; i++)
      if (abs(load<f64>(a + <usize>i * stride + column)) > abs(load<f64>(a + <usize>best * stride + column))) best = i
    store<i32>(pivots + column, best)
    const row = a + <usize>p * stride
    if (best !== p) swapRows(row, a + <usize>best * stride, size)
    const pivot = load<f64>(row + column)
    if (!(abs(pivot) > 0) || !(abs(pivot) < Infinity)) return false
    store<f64>(row + column, 1)
    for (let j = 0; j < size; j++) store<f64>(row + (<usize>j << 3), load<f64>(row + (<usize>j << 3)) / pivot)
    for (let i = 0; i < size; i++) {
      if (i === p) continue
      const other = a + <usize>i * stride
      const factor = load<f64>(other + column)
      store<f64>(other + column, 0)
      subtractRow(other, row, factor, 0, width)
    }
  }
  for (let p = size - 1; p >= 0; p--) {
    const best = load<i32>(pivots + (<usize>p << 3))
    if (best === p) continue
    for (let i = 0; i < size; i++) {
      const left = a + <usize>i * stride + (<usize>p << 3)
      const right = a + <usize>i * stride + (<usize>best << 3)
      const value = load<f64>(left)
      store<f64>(left, load<f64>(right))
      store<f64>(right, value)
    }
  }
  return true
}

function swapRows(a: usize, b: usize, size: i32): void {
  for (let at: usize = 0, end = <usize>size << 3; at < end; at += 8) {
    const value = load<f64>(a + at)
    store<f64>(a + at, load<f64>(b + at))
    store<f64>(b + at, value)
  }
}
