// The inner loops of single-products.ts. The steps of loops are explained in tiles.ts.

/** tile (4 × 8) ← 4-row panel x · w over `length` columns of x. */
// @inline
export function tile8(x: usize, w: usize, length: i32, tile: usize): void {
  let a0: v128 = f32x4.splat(0)
  let b0: v128 = f32x4.splat(0)
  let a1: v128 = f32x4.splat(0)
  let b1: v128 = f32x4.splat(0)
  let a2: v128 = f32x4.splat(0)
  let b2: v128 = f32x4.splat(0)
  let a3: v128 = f32x4.splat(0)
  let b3: v128 = f32x4.splat(0)
  const end = x + (<usize>length << 4)
  while (x < end) {
    const left0: v128 = v128.load(w)
    const right0: v128 = v128.load(w, 16)
    const x00: v128 = v128.load32_splat(x)
    a0 = f32x4.add(a0, f32x4.mul(x00, left0))
    b0 = f32x4.add(b0, f32x4.mul(x00, right0))
    const x01: v128 = v128.load32_splat(x, 4)
    a1 = f32x4.add(a1, f32x4.mul(x01, left0))
    b1 = f32x4.add(b1, f32x4.mul(x01, right0))
    const x02: v128 = v128.load32_splat(x, 8)
    a2 = f32x4.add(a2, f32x4.mul(x02, left0))
    b2 = f32x4.add(b2, f32x4.mul(x02, right0))
    const x03: v128 = v128.load32_splat(x, 12)
    a3 = f32x4.add(a3, f32x4.mul(x03, left0))
    b3 = f32x4.add(b3, f32x4.mul(x03, right0))
    const next1 = x + 16
    if (next1 === end) break
    const left1: v128 = v128.load(w, 32)
    const right1: v128 = v128.load(w, 48)
    const x10: v128 = v128.load32_splat(next1)
    a0 = f32x4.add(a0, f32x4.mul(x10, left1))
    b0 = f32x4.add(b0, f32x4.mul(x10, right1))
    const x11: v128 = v128.load32_splat(next1, 4)
    a1 = f32x4.add(a1, f32x4.mul(x11, left1))
    b1 = f32x4.add(b1, f32x4.mul(x11, right1))
    const x12: v128 = v128.load32_splat(next1, 8)
    a2 = f32x4.add(a2, f32x4.mul(x12, left1))
    b2 = f32x4.add(b2, f32x4.mul(x12, right1))
    const x13: v128 = v128.load32_splat(next1, 12)
    a3 = f32x4.add(a3, f32x4.mul(x13, left1))
    b3 = f32x4.add(b3, f32x4.mul(x13, right1))
    const next2 = x + 32
    if (next2 === end) break
    const left2: v128 = v128.load(w, 64)
    const right2: v128 = v128.load(w, 80)
    const x20: v128 = v128.load32_splat(next2)
    a0 = f32x4.add(a0, f32x4.mul(x20, left2))
    b0 = f32x4.add(b0, f32x4.mul(x20, right2))
    const x21: v128 = v128.load32_splat(next2, 4)
    a1 = f32x4.add(a1, f32x4.mul(x21, left2))
    b1 = f32x4.add(b1, f32x4.mul(x21, right2))
    const x22: v128 = v128.load32_splat(next2, 8)
    a2 = f32x4.add(a2, f32x4.mul(x22, left2))
    b2 = f32x4.add(b2, f32x4.mul(x22, right2))
    const x23: v128 = v128.load32_splat(next2, 12)
    a3 = f32x4.add(a3, f32x4.mul(x23, left2))
    b3 = f32x4.add(b3, f32x4.mul(x23, right2))
    const next3 = x + 48
    if (next3 === end) break
    const left3: v128 = v128.load(w, 96)
    const right3: v128 = v128.load(w, 112)
    const x30: v128 = v128.load32_splat(next3)
    a0 = f32x4.add(a0, f32x4.mul(x30, left3))
    b0 = f32x4.add(b0, f32x4.mul(x30, right3))
    const x31: v128 = v128.load32_splat(next3, 4)
    a1 = f32x4.add(a1, f32x4.mul(x31, left3))
    b1 = f32x4.add(b1, f32x4.mul(x31, right3))
    const x32: v128 = v128.load32_splat(next3, 8)
    a2 = f32x4.add(a2, f32x4.mul(x32, left3))
    b2 = f32x4.add(b2, f32x4.mul(x32, right3))
    const x33: v128 = v128.load32_splat(next3, 12)
    a3 = f32x4.add(a3, f32x4.mul(x33, left3))
    b3 = f32x4.add(b3, f32x4.mul(x33, right3))
    x += 64
    w += 128
  }
  v128.store(tile, a0)
  v128.store(tile, b0, 16)
  v128.store(tile, a1, 32)
  v128.store(tile, b1, 48)
  v128.store(tile, a2, 64)
  v128.store(tile, b2, 80)
  v128.store(tile, a3, 96)
  v128.store(tile, b3, 112)
}

/** tile (4 × 4) ← 4-row panel x · w over `length` columns of x. */
// @inline
export function tile4(x: usize, w: usize, length: i32, tile: usize): void {
  let a0: v128 = f32x4.splat(0)
  let a1: v128 = f32x4.splat(0)
  let a2: v128 = f32x4.splat(0)
  let a3: v128 = f32x4.splat(0)
  const end = x + (<usize>length << 4)
  while (x < end) {
    const left: v128 = v128.load(w)
    const x0: v128 = v128.load32_splat(x)
    a0 = f32x4.add(a0, f32x4.mul(x0, left))
    const x1: v128 = v128.load32_splat(x, 4)
    a1 = f32x4.add(a1, f32x4.mul(x1, left))
    const x2: v128 = v128.load32_splat(x, 8)
    a2 = f32x4.add(a2, f32x4.mul(x2, left))
    const x3: v128 = v128.load32_splat(x, 12)
    a3 = f32x4.add(a3, f32x4.mul(x3, left))
    x += 16
    w += 16
  }
  v128.store(tile, a0)
  v128.store(tile, a1, 16)
  v128.store(tile, a2, 32)
  v128.store(tile, a3, 48)
}

/** tile (4 × 8) ← xᵀ·g, where x is four columns of `panels` panels that are `step` bytes apart. */
// @inline
export function transposeTile8(x: usize, step: usize, g: usize, panels: i32, tile: usize): void {
  let a0: v128 = f32x4.splat(0)
  let b0: v128 = f32x4.splat(0)
  let a1: v128 = f32x4.splat(0)
  let b1: v128 = f32x4.splat(0)
  let a2: v128 = f32x4.splat(0)
  let b2: v128 = f32x4.splat(0)
  let a3: v128 = f32x4.splat(0)
  let b3: v128 = f32x4.splat(0)
  const end = g + (<usize>panels << 7)
  while (g < end) {
    const left0: v128 = v128.load(g)
    const right0: v128 = v128.load(g, 16)
    const x00: v128 = v128.load32_splat(x)
    a0 = f32x4.add(a0, f32x4.mul(x00, left0))
    b0 = f32x4.add(b0, f32x4.mul(x00, right0))
    const x01: v128 = v128.load32_splat(x, 16)
    a1 = f32x4.add(a1, f32x4.mul(x01, left0))
    b1 = f32x4.add(b1, f32x4.mul(x01, right0))
    const x02: v128 = v128.load32_splat(x, 32)
    a2 = f32x4.add(a2, f32x4.mul(x02, left0))
    b2 = f32x4.add(b2, f32x4.mul(x02, right0))
    const x03: v128 = v128.load32_splat(x, 48)
    a3 = f32x4.add(a3, f32x4.mul(x03, left0))
    b3 = f32x4.add(b3, f32x4.mul(x03, right0))
    if (g + 32 === end) break
    const row1 = x + 4
    const left1: v128 = v128.load(g, 32)
    const right1: v128 = v128.load(g, 48)
    const x10: v128 = v128.load32_splat(row1)
    a0 = f32x4.add(a0, f32x4.mul(x10, left1))
    b0 = f32x4.add(b0, f32x4.mul(x10, right1))
    const x11: v128 = v128.load32_splat(row1, 16)
    a1 = f32x4.add(a1, f32x4.mul(x11, left1))
    b1 = f32x4.add(b1, f32x4.mul(x11, right1))
    const x12: v128 = v128.load32_splat(row1, 32)
    a2 = f32x4.add(a2, f32x4.mul(x12, left1))
    b2 = f32x4.add(b2, f32x4.mul(x12, right1))
    const x13: v128 = v128.load32_splat(row1, 48)
    a3 = f32x4.add(a3, f32x4.mul(x13, left1))
    b3 = f32x4.add(b3, f32x4.mul(x13, right1))
    if (g + 64 === end) break
    const row2 = x + 8
    const left2: v128 = v128.load(g, 64)
    const right2: v128 = v128.load(g, 80)
    const x20: v128 = v128.load32_splat(row2)
    a0 = f32x4.add(a0, f32x4.mul(x20, left2))
    b0 = f32x4.add(b0, f32x4.mul(x20, right2))
    const x21: v128 = v128.load32_splat(row2, 16)
    a1 = f32x4.add(a1, f32x4.mul(x21, left2))
    b1 = f32x4.add(b1, f32x4.mul(x21, right2))
    const x22: v128 = v128.load32_splat(row2, 32)
    a2 = f32x4.add(a2, f32x4.mul(x22, left2))
    b2 = f32x4.add(b2, f32x4.mul(x22, right2))
    const x23: v128 = v128.load32_splat(row2, 48)
    a3 = f32x4.add(a3, f32x4.mul(x23, left2))
    b3 = f32x4.add(b3, f32x4.mul(x23, right2))
    if (g + 96 === end) break
    const row3 = x + 12
    const left3: v128 = v128.load(g, 96)
    const right3: v128 = v128.load(g, 112)
    const x30: v128 = v128.load32_splat(row3)
    a0 = f32x4.add(a0, f32x4.mul(x30, left3))
    b0 = f32x4.add(b0, f32x4.mul(x30, right3))
    const x31: v128 = v128.load32_splat(row3, 16)
    a1 = f32x4.add(a1, f32x4.mul(x31, left3))
    b1 = f32x4.add(b1, f32x4.mul(x31, right3))
    const x32: v128 = v128.load32_splat(row3, 32)
    a2 = f32x4.add(a2, f32x4.mul(x32, left3))
    b2 = f32x4.add(b2, f32x4.mul(x32, right3))
    const x33: v128 = v128.load32_splat(row3, 48)
    a3 = f32x4.add(a3, f32x4.mul(x33, left3))
    b3 = f32x4.add(b3, f32x4.mul(x33, right3))
    g += 128
    x += step
  }
  v128.store(tile, a0)
  v128.store(tile, b0, 16)
  v128.store(tile, a1, 32)
  v128.store(tile, b1, 48)
  v128.store(tile, a2, 64)
  v128.store(tile, b2, 80)
  v128.store(tile, a3, 96)
  v128.store(tile, b3, 112)
}

/** tile (4 × 4) ← xᵀ·g, where x is four columns of `panels` panels that are `step` bytes apart. */
// @inline
export function transposeTile4(x: usize, step: usize, g: usize, panels: i32, tile: usize): void {
  let a0: v128 = f32x4.splat(0)
  let a1: v128 = f32x4.splat(0)
  let a2: v128 = f32x4.splat(0)
  let a3: v128 = f32x4.splat(0)
  const end = g + (<usize>panels << 6)
  while (g < end) {
    const left0: v128 = v128.load(g)
    const x00: v128 = v128.load32_splat(x)
    a0 = f32x4.add(a0, f32x4.mul(x00, left0))
    const x01: v128 = v128.load32_splat(x, 16)
    a1 = f32x4.add(a1, f32x4.mul(x01, left0))
    const x02: v128 = v128.load32_splat(x, 32)
    a2 = f32x4.add(a2, f32x4.mul(x02, left0))
    const x03: v128 = v128.load32_splat(x, 48)
    a3 = f32x4.add(a3, f32x4.mul(x03, left0))
    if (g + 16 === end) break
    const row1 = x + 4
    const left1: v128 = v128.load(g, 16)
    const x10: v128 = v128.load32_splat(row1)
    a0 = f32x4.add(a0, f32x4.mul(x10, left1))
    const x11: v128 = v128.load32_splat(row1, 16)
    a1 = f32x4.add(a1, f32x4.mul(x11, left1))
    const x12: v128 = v128.load32_splat(row1, 32)
    a2 = f32x4.add(a2, f32x4.mul(x12, left1))
    const x13: v128 = v128.load32_splat(row1, 48)
    a3 = f32x4.add(a3, f32x4.mul(x13, left1))
    if (g + 32 === end) break
    const row2 = x + 8
    const left2: v128 = v128.load(g, 32)
    const x20: v128 = v128.load32_splat(row2)
    a0 = f32x4.add(a0, f32x4.mul(x20, left2))
    const x21: v128 = v128.load32_splat(row2, 16)
    a1 = f32x4.add(a1, f32x4.mul(x21, left2))
    const x22: v128 = v128.load32_splat(row2, 32)
    a2 = f32x4.add(a2, f32x4.mul(x22, left2))
    const x23: v128 = v128.load32_splat(row2, 48)
    a3 = f32x4.add(a3, f32x4.mul(x23, left2))
    if (g + 48 === end) break
    const row3 = x + 12
    const left3: v128 = v128.load(g, 48)
    const x30: v128 = v128.load32_splat(row3)
    a0 = f32x4.add(a0, f32x4.mul(x30, left3))
    const x31: v128 = v128.load32_splat(row3, 16)
    a1 = f32x4.add(a1, f32x4.mul(x31, left3))
    const x32: v128 = v128.load32_splat(row3, 32)
    a2 = f32x4.add(a2, f32x4.mul(x32, left3))
    const x33: v128 = v128.load32_splat(row3, 48)
    a3 = f32x4.add(a3, f32x4.mul(x33, left3))
    g += 64
    x += step
  }
  v128.store(tile, a0)
  v128.store(tile, a1, 16)
  v128.store(tile, a2, 32)
  v128.store(tile, a3, 48)
}
