// Cholesky factors and solutions with them, two rows at a time. L is n×n, lower, n even, `bytes` from row to row (a multiple of 16);
// an odd matrix gets a last row and column of the identity. Right-hand sides are rows too, an even number of them.

/** Overwrites the lower triangle of A with L, A = L·Lᵀ. It returns 0, or the number of the first pivot pair (counted from 1) that is not positive and finite. */
export function cholesky(a: usize, n: i32, bytes: usize): i32 {
  for (let i = 0; i < n; i += 2) {
    const row = a + <usize>i * bytes
    forwardPair(a, i, bytes, row)
    const at = row + (<usize>i << 3)
    const length = <usize>i << 3
    const first = f64.load(at) - dot(row, row, length)
    if (!(first > 0 && first <= f64.MAX_VALUE)) return (i >> 1) + 1
    const diagonal = sqrt(first)
    const below = (f64.load(at + bytes) - dot(row, row + bytes, length)) / diagonal
    const second = f64.load(at + bytes, 8) - dot(row + bytes, row + bytes, length) - below * below
    if (!(second > 0 && second <= f64.MAX_VALUE)) return (i >> 1) + 1
    f64.store(at, diagonal)
    f64.store(at + bytes, below)
    f64.store(at + bytes, sqrt(second), 8)
  }
  return 0
}

/** Overwrites `count` rows x with the solutions of L·Lᵀ·y = x. */
export function choleskySolve(l: usize, n: i32, bytes: usize, x: usize, count: i32): void {
  for (let b = 0; b < count; b += 2) {
    const pair = x + <usize>b * bytes
    forwardPair(l, n, bytes, pair)
    backwardPair(l, n, bytes, pair)
  }
}

/** Overwrites the first n numbers of two rows x with the solution of L·y = x for the first n rows of L. */
function forwardPair(l: usize, n: i32, bytes: usize, x: usize): void {
  const y = x + bytes
  for (let j = 0; j < n; j += 2) {
    const p = l + <usize>j * bytes
    const q = p + bytes
    const length = <usize>j << 3
    let xp: v128 = f64x2.splat(0)
    let xq = xp
    let yp = xp
    let yq = xp
    for (let i: usize = 0; i < length; i += 16) {
      const left: v128 = v128.load(x + i)
      const right: v128 = v128.load(y + i)
      const upper: v128 = v128.load(p + i)
      const lower: v128 = v128.load(q + i)
      xp = f64x2.add(xp, f64x2.mul(left, upper))
      xq = f64x2.add(xq, f64x2.mul(left, lower))
      yp = f64x2.add(yp, f64x2.mul(right, upper))
      yq = f64x2.add(yq, f64x2.mul(right, lower))
    }
    const d = f64.load(p + length)
    const e = f64.load(q + length)
    const f = f64.load(q + length, 8)
    const x0 = (f64.load(x + length) - total(xp)) / d
    const y0 = (f64.load(y + length) - total(yp)) / d
    f64.store(x + length, x0)
    f64.store(y + length, y0)
    f64.store(x + length, (f64.load(x + length, 8) - total(xq) - e * x0) / f, 8)
    f64.store(y + length, (f64.load(y + length, 8) - total(yq) - e * y0) / f, 8)
  }
}

/** Overwrites two rows x with the solution of Lᵀ·y = x: each number found is subtracted from the equations before it. */
function backwardPair(l: usize, n: i32, bytes: usize, x: usize): void {
  const y = x + bytes
  for (let j = n - 2; j >= 0; j -= 2) {
    const p = l + <usize>j * bytes
    const q = p + bytes
    const length = <usize>j << 3
    const d = f64.load(p + length)
    const e = f64.load(q + length)
    const f = f64.load(q + length, 8)
    const x1 = f64.load(x + length, 8) / f
    const y1 = f64.load(y + length, 8) / f
    const x0 = (f64.load(x + length) - e * x1) / d
    const y0 = (f64.load(y + length) - e * y1) / d
    f64.store(x + length, x0)
    f64.store(x + length, x1, 8)
    f64.store(y + length, y0)
    f64.store(y + length, y1, 8)
    const xp: v128 = f64x2.splat(x0)
    const xq: v128 = f64x2.splat(x1)
    const yp: v128 = f64x2.splat(y0)
    const yq: v128 = f64x2.splat(y1)
    for (let i: usize = 0; i < length; i += 16) {
      const upper: v128 = v128.load(p + i)
      const lower: v128 = v128.load(q + i)
      v128.store(x + i, f64x2.sub(v128.load(x + i), f64x2.add(f64x2.mul(xp, upper), f64x2.mul(xq, lower))))
      v128.store(y + i, f64x2.sub(v128.load(y + i), f64x2.add(f64x2.mul(yp, upper), f64x2.mul(yq, lower))))
    }
  }
}

function dot(a: usize, b: usize, length: usize): f64 {
  let sum: v128 = f64x2.splat(0)
  for (let i: usize = 0; i < length; i += 16) sum = f64x2.add(sum, f64x2.mul(v128.load(a + i), v128.load(b + i)))
  return total(sum)
}

// @inline
function total(sum: v128): f64 {
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1)
}
