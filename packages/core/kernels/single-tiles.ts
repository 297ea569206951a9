// The inner loops of single-products.ts; single-tiles.scalar.ts has the same for the build without SIMD.

/** tile (4 × 8) ← 4-row panel x · w over `length` columns of x. */
// @ts-ignore: decorator
@inline
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
    const left: v128 = v128.load(w)
    const right: v128 = v128.load(w, 16)
    const x0: v128 = v128.load32_splat(x)
    a0 = f32x4.add(a0, f32x4.mul(x0, left))
    b0 = f32x4.add(b0, f32x4.mul(x0, right))
    const x1: v128 = v128.load32_splat(x, 4)
    a1 = f32x4.add(a1, f32x4.mul(x1, left))
    b1 = f32x4.add(b1, f32x4.mul(x1, right))
    const x2: v128 = v128.load32_splat(x, 8)
    a2 = f32x4.add(a2, f32x4.mul(x2, left))
    b2 = f32x4.add(b2, f32x4.mul(x2, right))
    const x3: v128 = v128.load32_splat(x, 12)
    a3 = f32x4.add(a3, f32x4.mul(x3, left))
    b3 = f32x4.add(b3, f32x4.mul(x3, right))
    x += 16
    w += 32
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
// @ts-ignore: decorator
@inline
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
// @ts-ignore: decorator
@inline
export function transposeTile8(x: usize, step: usize, g: usize, panels: i32, tile: usize): void {
  let a0: v128 = f32x4.splat(0)
  let b0: v128 = f32x4.splat(0)
  let a1: v128 = f32x4.splat(0)
  let b1: v128 = f32x4.splat(0)
  let a2: v128 = f32x4.splat(0)
  let b2: v128 = f32x4.splat(0)
  let a3: v128 = f32x4.splat(0)
  let b3: v128 = f32x4.splat(0)
  // Not unrolled: with more in the loop engines run out of registers.
  const back = step - 16
  const end = g + (<usize>panels << 7)
  while (g < end) {
    const rows = x + 16
    while (x < rows) {
      const left: v128 = v128.load(g)
      const right: v128 = v128.load(g, 16)
      const x0: v128 = v128.load32_splat(x)
      a0 = f32x4.add(a0, f32x4.mul(x0, left))
      b0 = f32x4.add(b0, f32x4.mul(x0, right))
      const x1: v128 = v128.load32_splat(x, 16)
      a1 = f32x4.add(a1, f32x4.mul(x1, left))
      b1 = f32x4.add(b1, f32x4.mul(x1, right))
      const x2: v128 = v128.load32_splat(x, 32)
      a2 = f32x4.add(a2, f32x4.mul(x2, left))
      b2 = f32x4.add(b2, f32x4.mul(x2, right))
      const x3: v128 = v128.load32_splat(x, 48)
      a3 = f32x4.add(a3, f32x4.mul(x3, left))
      b3 = f32x4.add(b3, f32x4.mul(x3, right))
      x += 4
      g += 32
    }
    x += back
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
// @ts-ignore: decorator
@inline
export function transposeTile4(x: usize, step: usize, g: usize, panels: i32, tile: usize): void {
  let a0: v128 = f32x4.splat(0)
  let a1: v128 = f32x4.splat(0)
  let a2: v128 = f32x4.splat(0)
  let a3: v128 = f32x4.splat(0)
  // Not unrolled: with more in the loop engines run out of registers.
  const back = step - 16
  const end = g + (<usize>panels << 6)
  while (g < end) {
    const rows = x + 16
    while (x < rows) {
      const left: v128 = v128.load(g)
      const x0: v128 = v128.load32_splat(x)
      a0 = f32x4.add(a0, f32x4.mul(x0, left))
      const x1: v128 = v128.load32_splat(x, 16)
      a1 = f32x4.add(a1, f32x4.mul(x1, left))
      const x2: v128 = v128.load32_splat(x, 32)
      a2 = f32x4.add(a2, f32x4.mul(x2, left))
      const x3: v128 = v128.load32_splat(x, 48)
      a3 = f32x4.add(a3, f32x4.mul(x3, left))
      x += 4
      g += 16
    }
    x += back
  }
  v128.store(tile, a0)
  v128.store(tile, a1, 16)
  v128.store(tile, a2, 32)
  v128.store(tile, a3, 48)
}
