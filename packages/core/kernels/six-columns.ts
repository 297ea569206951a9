// Products of row-major matrices of exactly six columns, which tiles of four columns serve badly; the same sums in the same order as transposeTimes and rowsTimes (latent.ts).

/** out (6 × 6, from the diagonal on) ← Aᵀ·A. */
export function gramOfSix(a: usize, rows: i32, out: usize): void {
  const end = a + 48 * <usize>rows
  firstFour(a, end, out)
  lastTwo(a, end, out)
}

function firstFour(a: usize, end: usize, out: usize): void {
  let a0: v128 = f64x2.splat(0)
  let a1: v128 = f64x2.splat(0)
  let a2: v128 = f64x2.splat(0)
  let b0: v128 = f64x2.splat(0)
  let b1: v128 = f64x2.splat(0)
  let b2: v128 = f64x2.splat(0)
  let c1: v128 = f64x2.splat(0)
  let c2: v128 = f64x2.splat(0)
  let d1: v128 = f64x2.splat(0)
  let d2: v128 = f64x2.splat(0)
  for (; a < end; a += 48) {
    const left: v128 = v128.load(a)
    const middle: v128 = v128.load(a, 16)
    const right: v128 = v128.load(a, 32)
    const x0: v128 = v128.load64_splat(a)
    a0 = f64x2.add(a0, f64x2.mul(x0, left))
    a1 = f64x2.add(a1, f64x2.mul(x0, middle))
    a2 = f64x2.add(a2, f64x2.mul(x0, right))
    const x1: v128 = v128.load64_splat(a, 8)
    b0 = f64x2.add(b0, f64x2.mul(x1, left))
    b1 = f64x2.add(b1, f64x2.mul(x1, middle))
    b2 = f64x2.add(b2, f64x2.mul(x1, right))
    const x2: v128 = v128.load64_splat(a, 16)
    c1 = f64x2.add(c1, f64x2.mul(x2, middle))
    c2 = f64x2.add(c2, f64x2.mul(x2, right))
    const x3: v128 = v128.load64_splat(a, 24)
    d1 = f64x2.add(d1, f64x2.mul(x3, middle))
    d2 = f64x2.add(d2, f64x2.mul(x3, right))
  }
  v128.store(out, a0)
  v128.store(out, a1, 16)
  v128.store(out, a2, 32)
  v128.store(out, b0, 48)
  v128.store(out, b1, 64)
  v128.store(out, b2, 80)
  v128.store(out, c1, 112)
  v128.store(out, c2, 128)
  v128.store(out, d1, 160)
  v128.store(out, d2, 176)
}

function lastTwo(a: usize, end: usize, out: usize): void {
  let e2: v128 = f64x2.splat(0)
  let f2: v128 = f64x2.splat(0)
  for (; a < end; a += 48) {
    const right: v128 = v128.load(a, 32)
    e2 = f64x2.add(e2, f64x2.mul(v128.load64_splat(a, 32), right))
    f2 = f64x2.add(f2, f64x2.mul(v128.load64_splat(a, 40), right))
  }
  v128.store(out, e2, 224)
  v128.store(out, f2, 272)
}

/** z ← A·T for an upper triangle T (6 × 6, zero below the diagonal); `rows` even. */
export function sixTimesTriangle(a: usize, rows: i32, t: usize, z: usize): void {
  for (const end = a + 48 * <usize>rows; a < end; a += 96) {
    let x: v128 = v128.load64_splat(a)
    let y: v128 = v128.load64_splat(a, 48)
    let w: v128 = v128.load(t)
    let a0: v128 = f64x2.mul(x, w)
    let b0: v128 = f64x2.mul(y, w)
    w = v128.load(t, 16)
    let a1: v128 = f64x2.mul(x, w)
    let b1: v128 = f64x2.mul(y, w)
    w = v128.load(t, 32)
    let a2: v128 = f64x2.mul(x, w)
    let b2: v128 = f64x2.mul(y, w)
    x = v128.load64_splat(a, 8)
    y = v128.load64_splat(a, 56)
    w = v128.load(t, 48)
    a0 = f64x2.add(a0, f64x2.mul(x, w))
    b0 = f64x2.add(b0, f64x2.mul(y, w))
    w = v128.load(t, 64)
    a1 = f64x2.add(a1, f64x2.mul(x, w))
    b1 = f64x2.add(b1, f64x2.mul(y, w))
    w = v128.load(t, 80)
    a2 = f64x2.add(a2, f64x2.mul(x, w))
    b2 = f64x2.add(b2, f64x2.mul(y, w))
    v128.store(z, a0)
    v128.store(z, b0, 48)
    x = v128.load64_splat(a, 16)
    y = v128.load64_splat(a, 64)
    w = v128.load(t, 112)
    a1 = f64x2.add(a1, f64x2.mul(x, w))
    b1 = f64x2.add(b1, f64x2.mul(y, w))
    w = v128.load(t, 128)
    a2 = f64x2.add(a2, f64x2.mul(x, w))
    b2 = f64x2.add(b2, f64x2.mul(y, w))
    x = v128.load64_splat(a, 24)
    y = v128.load64_splat(a, 72)
    w = v128.load(t, 160)
    a1 = f64x2.add(a1, f64x2.mul(x, w))
    b1 = f64x2.add(b1, f64x2.mul(y, w))
    w = v128.load(t, 176)
    a2 = f64x2.add(a2, f64x2.mul(x, w))
    b2 = f64x2.add(b2, f64x2.mul(y, w))
    v128.store(z, a1, 16)
    v128.store(z, b1, 64)
    w = v128.load(t, 224)
    a2 = f64x2.add(a2, f64x2.mul(v128.load64_splat(a, 32), w))
    b2 = f64x2.add(b2, f64x2.mul(v128.load64_splat(a, 80), w))
    w = v128.load(t, 272)
    a2 = f64x2.add(a2, f64x2.mul(v128.load64_splat(a, 40), w))
    b2 = f64x2.add(b2, f64x2.mul(v128.load64_splat(a, 88), w))
    v128.store(z, a2, 32)
    v128.store(z, b2, 80)
    z += 96
  }
}
