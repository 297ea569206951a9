// The inner loops of products.ts. Four steps in each: the exits between them also keep engines from moving what comes after to before them, for which registers would not suffice; and all
// steps read at the same offsets from a pointer of their own, since engines keep base + offset in a register only if that is needed more than once.

/** z (4 rows × 4, row stride in bytes) += 4-row panel x · w over `length` columns of x. */
// @inline
export function tile4(x: usize, w: usize, length: i32, z: usize, stride: usize): void {
  const z1 = z + stride
  const z2 = z1 + stride
  const z3 = z2 + stride
  let a0: v128 = v128.load(z)
  let a1: v128 = v128.load(z1)
  let a2: v128 = v128.load(z2)
  let a3: v128 = v128.load(z3)
  let b0: v128 = v128.load(z, 16)
  let b1: v128 = v128.load(z1, 16)
  let b2: v128 = v128.load(z2, 16)
  let b3: v128 = v128.load(z3, 16)
  const end = x + (<usize>length << 5)
  while (x < end) {
    const left0: v128 = v128.load(w)
    const right0: v128 = v128.load(w, 16)
    const x00: v128 = v128.load64_splat(x)
    a0 = f64x2.add(a0, f64x2.mul(x00, left0))
    b0 = f64x2.add(b0, f64x2.mul(x00, right0))
    const x01: v128 = v128.load64_splat(x, 8)
    a1 = f64x2.add(a1, f64x2.mul(x01, left0))
    b1 = f64x2.add(b1, f64x2.mul(x01, right0))
    const x02: v128 = v128.load64_splat(x, 16)
    a2 = f64x2.add(a2, f64x2.mul(x02, left0))
    b2 = f64x2.add(b2, f64x2.mul(x02, right0))
    const x03: v128 = v128.load64_splat(x, 24)
    a3 = f64x2.add(a3, f64x2.mul(x03, left0))
    b3 = f64x2.add(b3, f64x2.mul(x03, right0))
    const next1 = x + 32
    if (next1 === end) break
    const left1: v128 = v128.load(w, 32)
    const right1: v128 = v128.load(w, 48)
    const x10: v128 = v128.load64_splat(next1)
    a0 = f64x2.add(a0, f64x2.mul(x10, left1))
    b0 = f64x2.add(b0, f64x2.mul(x10, right1))
    const x11: v128 = v128.load64_splat(next1, 8)
    a1 = f64x2.add(a1, f64x2.mul(x11, left1))
    b1 = f64x2.add(b1, f64x2.mul(x11, right1))
    const x12: v128 = v128.load64_splat(next1, 16)
    a2 = f64x2.add(a2, f64x2.mul(x12, left1))
    b2 = f64x2.add(b2, f64x2.mul(x12, right1))
    const x13: v128 = v128.load64_splat(next1, 24)
    a3 = f64x2.add(a3, f64x2.mul(x13, left1))
    b3 = f64x2.add(b3, f64x2.mul(x13, right1))
    const next2 = x + 64
    if (next2 === end) break
    const left2: v128 = v128.load(w, 64)
    const right2: v128 = v128.load(w, 80)
    const x20: v128 = v128.load64_splat(next2)
    a0 = f64x2.add(a0, f64x2.mul(x20, left2))
    b0 = f64x2.add(b0, f64x2.mul(x20, right2))
    const x21: v128 = v128.load64_splat(next2, 8)
    a1 = f64x2.add(a1, f64x2.mul(x21, left2))
    b1 = f64x2.add(b1, f64x2.mul(x21, right2))
    const x22: v128 = v128.load64_splat(next2, 16)
    a2 = f64x2.add(a2, f64x2.mul(x22, left2))
    b2 = f64x2.add(b2, f64x2.mul(x22, right2))
    const x23: v128 = v128.load64_splat(next2, 24)
    a3 = f64x2.add(a3, f64x2.mul(x23, left2))
    b3 = f64x2.add(b3, f64x2.mul(x23, right2))
    const next3 = x + 96
    if (next3 === end) break
    const left3: v128 = v128.load(w, 96)
    const right3: v128 = v128.load(w, 112)
    const x30: v128 = v128.load64_splat(next3)
    a0 = f64x2.add(a0, f64x2.mul(x30, left3))
    b0 = f64x2.add(b0, f64x2.mul(x30, right3))
    const x31: v128 = v128.load64_splat(next3, 8)
    a1 = f64x2.add(a1, f64x2.mul(x31, left3))
    b1 = f64x2.add(b1, f64x2.mul(x31, right3))
    const x32: v128 = v128.load64_splat(next3, 16)
    a2 = f64x2.add(a2, f64x2.mul(x32, left3))
    b2 = f64x2.add(b2, f64x2.mul(x32, right3))
    const x33: v128 = v128.load64_splat(next3, 24)
    a3 = f64x2.add(a3, f64x2.mul(x33, left3))
    b3 = f64x2.add(b3, f64x2.mul(x33, right3))
    x += 128
    w += 128
  }
  v128.store(z, a0)
  v128.store(z1, a1)
  v128.store(z2, a2)
  v128.store(z3, a3)
  v128.store(z, b0, 16)
  v128.store(z1, b1, 16)
  v128.store(z2, b2, 16)
  v128.store(z3, b3, 16)
}

/** z (4 rows × 2, row stride in bytes) += 4-row panel x · w over `length` columns of x. */
// @inline
export function tile2(x: usize, w: usize, length: i32, z: usize, stride: usize): void {
  const z1 = z + stride
  const z2 = z1 + stride
  const z3 = z2 + stride
  let a0: v128 = v128.load(z)
  let a1: v128 = v128.load(z1)
  let a2: v128 = v128.load(z2)
  let a3: v128 = v128.load(z3)
  const end = x + (<usize>length << 5)
  while (x < end) {
    const left0: v128 = v128.load(w)
    a0 = f64x2.add(a0, f64x2.mul(v128.load64_splat(x), left0))
    a1 = f64x2.add(a1, f64x2.mul(v128.load64_splat(x, 8), left0))
    a2 = f64x2.add(a2, f64x2.mul(v128.load64_splat(x, 16), left0))
    a3 = f64x2.add(a3, f64x2.mul(v128.load64_splat(x, 24), left0))
    const next1 = x + 32
    if (next1 === end) break
    const left1: v128 = v128.load(w, 16)
    a0 = f64x2.add(a0, f64x2.mul(v128.load64_splat(next1), left1))
    a1 = f64x2.add(a1, f64x2.mul(v128.load64_splat(next1, 8), left1))
    a2 = f64x2.add(a2, f64x2.mul(v128.load64_splat(next1, 16), left1))
    a3 = f64x2.add(a3, f64x2.mul(v128.load64_splat(next1, 24), left1))
    const next2 = x + 64
    if (next2 === end) break
    const left2: v128 = v128.load(w, 32)
    a0 = f64x2.add(a0, f64x2.mul(v128.load64_splat(next2), left2))
    a1 = f64x2.add(a1, f64x2.mul(v128.load64_splat(next2, 8), left2))
    a2 = f64x2.add(a2, f64x2.mul(v128.load64_splat(next2, 16), left2))
    a3 = f64x2.add(a3, f64x2.mul(v128.load64_splat(next2, 24), left2))
    const next3 = x + 96
    if (next3 === end) break
    const left3: v128 = v128.load(w, 48)
    a0 = f64x2.add(a0, f64x2.mul(v128.load64_splat(next3), left3))
    a1 = f64x2.add(a1, f64x2.mul(v128.load64_splat(next3, 8), left3))
    a2 = f64x2.add(a2, f64x2.mul(v128.load64_splat(next3, 16), left3))
    a3 = f64x2.add(a3, f64x2.mul(v128.load64_splat(next3, 24), left3))
    x += 128
    w += 64
  }
  v128.store(z, a0)
  v128.store(z1, a1)
  v128.store(z2, a2)
  v128.store(z3, a3)
}

/** p (4 rows × 4, row stride in bytes) += xᵀ·g, where x is four columns of `panels` panels that are `step` bytes apart. */
// @inline
export function transposeTile4(x: usize, step: usize, g: usize, panels: i32, p: usize, stride: usize): void {
  const p1 = p + stride
  const p2 = p1 + stride
  const p3 = p2 + stride
  let a0: v128 = v128.load(p)
  let a1: v128 = v128.load(p1)
  let a2: v128 = v128.load(p2)
  let a3: v128 = v128.load(p3)
  let b0: v128 = v128.load(p, 16)
  let b1: v128 = v128.load(p1, 16)
  let b2: v128 = v128.load(p2, 16)
  let b3: v128 = v128.load(p3, 16)
  const end = g + (<usize>panels << 7)
  while (g < end) {
    const left0: v128 = v128.load(g)
    const right0: v128 = v128.load(g, 16)
    const x00: v128 = v128.load64_splat(x)
    a0 = f64x2.add(a0, f64x2.mul(x00, left0))
    b0 = f64x2.add(b0, f64x2.mul(x00, right0))
    const x01: v128 = v128.load64_splat(x, 32)
    a1 = f64x2.add(a1, f64x2.mul(x01, left0))
    b1 = f64x2.add(b1, f64x2.mul(x01, right0))
    const x02: v128 = v128.load64_splat(x, 64)
    a2 = f64x2.add(a2, f64x2.mul(x02, left0))
    b2 = f64x2.add(b2, f64x2.mul(x02, right0))
    const x03: v128 = v128.load64_splat(x, 96)
    a3 = f64x2.add(a3, f64x2.mul(x03, left0))
    b3 = f64x2.add(b3, f64x2.mul(x03, right0))
    if (g + 32 === end) break
    const row1 = x + 8
    const left1: v128 = v128.load(g, 32)
    const right1: v128 = v128.load(g, 48)
    const x10: v128 = v128.load64_splat(row1)
    a0 = f64x2.add(a0, f64x2.mul(x10, left1))
    b0 = f64x2.add(b0, f64x2.mul(x10, right1))
    const x11: v128 = v128.load64_splat(row1, 32)
    a1 = f64x2.add(a1, f64x2.mul(x11, left1))
    b1 = f64x2.add(b1, f64x2.mul(x11, right1))
    const x12: v128 = v128.load64_splat(row1, 64)
    a2 = f64x2.add(a2, f64x2.mul(x12, left1))
    b2 = f64x2.add(b2, f64x2.mul(x12, right1))
    const x13: v128 = v128.load64_splat(row1, 96)
    a3 = f64x2.add(a3, f64x2.mul(x13, left1))
    b3 = f64x2.add(b3, f64x2.mul(x13, right1))
    if (g + 64 === end) break
    const row2 = x + 16
    const left2: v128 = v128.load(g, 64)
    const right2: v128 = v128.load(g, 80)
    const x20: v128 = v128.load64_splat(row2)
    a0 = f64x2.add(a0, f64x2.mul(x20, left2))
    b0 = f64x2.add(b0, f64x2.mul(x20, right2))
    const x21: v128 = v128.load64_splat(row2, 32)
    a1 = f64x2.add(a1, f64x2.mul(x21, left2))
    b1 = f64x2.add(b1, f64x2.mul(x21, right2))
    const x22: v128 = v128.load64_splat(row2, 64)
    a2 = f64x2.add(a2, f64x2.mul(x22, left2))
    b2 = f64x2.add(b2, f64x2.mul(x22, right2))
    const x23: v128 = v128.load64_splat(row2, 96)
    a3 = f64x2.add(a3, f64x2.mul(x23, left2))
    b3 = f64x2.add(b3, f64x2.mul(x23, right2))
    if (g + 96 === end) break
    const row3 = x + 24
    const left3: v128 = v128.load(g, 96)
    const right3: v128 = v128.load(g, 112)
    const x30: v128 = v128.load64_splat(row3)
    a0 = f64x2.add(a0, f64x2.mul(x30, left3))
    b0 = f64x2.add(b0, f64x2.mul(x30, right3))
    const x31: v128 = v128.load64_splat(row3, 32)
    a1 = f64x2.add(a1, f64x2.mul(x31, left3))
    b1 = f64x2.add(b1, f64x2.mul(x31, right3))
    const x32: v128 = v128.load64_splat(row3, 64)
    a2 = f64x2.add(a2, f64x2.mul(x32, left3))
    b2 = f64x2.add(b2, f64x2.mul(x32, right3))
    const x33: v128 = v128.load64_splat(row3, 96)
    a3 = f64x2.add(a3, f64x2.mul(x33, left3))
    b3 = f64x2.add(b3, f64x2.mul(x33, right3))
    g += 128
    x += step
  }
  v128.store(p, a0)
  v128.store(p1, a1)
  v128.store(p2, a2)
  v128.store(p3, a3)
  v128.store(p, b0, 16)
  v128.store(p1, b1, 16)
  v128.store(p2, b2, 16)
  v128.store(p3, b3, 16)
}

/** p (4 rows × 2, row stride in bytes) += xᵀ·g, where x is four columns of `panels` panels that are `step` bytes apart. */
// @inline
export function transposeTile2(x: usize, step: usize, g: usize, panels: i32, p: usize, stride: usize): void {
  const p1 = p + stride
  const p2 = p1 + stride
  const p3 = p2 + stride
  let a0: v128 = v128.load(p)
  let a1: v128 = v128.load(p1)
  let a2: v128 = v128.load(p2)
  let a3: v128 = v128.load(p3)
  const end = g + (<usize>panels << 6)
  while (g < end) {
    const left0: v128 = v128.load(g)
    a0 = f64x2.add(a0, f64x2.mul(v128.load64_splat(x), left0))
    a1 = f64x2.add(a1, f64x2.mul(v128.load64_splat(x, 32), left0))
    a2 = f64x2.add(a2, f64x2.mul(v128.load64_splat(x, 64), left0))
    a3 = f64x2.add(a3, f64x2.mul(v128.load64_splat(x, 96), left0))
    if (g + 16 === end) break
    const row1 = x + 8
    const left1: v128 = v128.load(g, 16)
    a0 = f64x2.add(a0, f64x2.mul(v128.load64_splat(row1), left1))
    a1 = f64x2.add(a1, f64x2.mul(v128.load64_splat(row1, 32), left1))
    a2 = f64x2.add(a2, f64x2.mul(v128.load64_splat(row1, 64), left1))
    a3 = f64x2.add(a3, f64x2.mul(v128.load64_splat(row1, 96), left1))
    if (g + 32 === end) break
    const row2 = x + 16
    const left2: v128 = v128.load(g, 32)
    a0 = f64x2.add(a0, f64x2.mul(v128.load64_splat(row2), left2))
    a1 = f64x2.add(a1, f64x2.mul(v128.load64_splat(row2, 32), left2))
    a2 = f64x2.add(a2, f64x2.mul(v128.load64_splat(row2, 64), left2))
    a3 = f64x2.add(a3, f64x2.mul(v128.load64_splat(row2, 96), left2))
    if (g + 48 === end) break
    const row3 = x + 24
    const left3: v128 = v128.load(g, 48)
    a0 = f64x2.add(a0, f64x2.mul(v128.load64_splat(row3), left3))
    a1 = f64x2.add(a1, f64x2.mul(v128.load64_splat(row3, 32), left3))
    a2 = f64x2.add(a2, f64x2.mul(v128.load64_splat(row3, 64), left3))
    a3 = f64x2.add(a3, f64x2.mul(v128.load64_splat(row3, 96), left3))
    g += 64
    x += step
  }
  v128.store(p, a0)
  v128.store(p1, a1)
  v128.store(p2, a2)
  v128.store(p3, a3)
}
