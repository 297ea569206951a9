// Products with a resident matrix X (n×d) and skinny ones. X is packed once: blocks of BLOCK columns (the last one narrower), each block in panels
// of four rows, a panel column by column: entry (row r, column l) of a panel is at 4·l + r. One layout serves X·W and Xᵀ·G: a 4×4 piece is
// contiguous. Rows and columns are padded with zeros to multiples of 4. The skinny factor is packed in panels of four columns, row by row, and if
// columns are left one panel of two. Results are row-major with an even number of columns. Sums run in the order of the plain loops.

/** Columns of X in a block: 4 times an odd number, so that the panels of a block spread over the sets of the cache. */
const BLOCK: i32 = 124
/** Rows of X that X·W takes at a time: with BLOCK columns they stay in the second-level cache. */
const ROWS: i32 = 124
/** Columns of W that meet them at a time: their panels stay in the first-level cache while X passes in order. */
const GROUP: i32 = 8
/** The same for Xᵀ·G, where few panels at a time keep reading ahead possible. */
const TRANSPOSE_ROWS: i32 = 64
const TRANSPOSE_GROUP: i32 = 16

// The exits in the middle of the loops of tiles also keep engines from moving what comes after to before them: unrolled without, they run out of registers.

/** z (4 rows × 4, row stride in bytes) += 4-row panel x · w over `length` columns of x. */
// @ts-ignore: decorator
@inline
function tile4(x: usize, w: usize, length: i32, z: usize, stride: usize): void {
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
    const left: v128 = v128.load(w)
    const right: v128 = v128.load(w, 16)
    const x0: v128 = v128.load64_splat(x)
    a0 = f64x2.add(a0, f64x2.mul(x0, left))
    b0 = f64x2.add(b0, f64x2.mul(x0, right))
    const x1: v128 = v128.load64_splat(x, 8)
    a1 = f64x2.add(a1, f64x2.mul(x1, left))
    b1 = f64x2.add(b1, f64x2.mul(x1, right))
    const x2: v128 = v128.load64_splat(x, 16)
    a2 = f64x2.add(a2, f64x2.mul(x2, left))
    b2 = f64x2.add(b2, f64x2.mul(x2, right))
    const x3: v128 = v128.load64_splat(x, 24)
    a3 = f64x2.add(a3, f64x2.mul(x3, left))
    b3 = f64x2.add(b3, f64x2.mul(x3, right))
    if (x + 32 == end) break
    const nextLeft: v128 = v128.load(w, 32)
    const nextRight: v128 = v128.load(w, 48)
    const y0: v128 = v128.load64_splat(x, 32)
    a0 = f64x2.add(a0, f64x2.mul(y0, nextLeft))
    b0 = f64x2.add(b0, f64x2.mul(y0, nextRight))
    const y1: v128 = v128.load64_splat(x, 40)
    a1 = f64x2.add(a1, f64x2.mul(y1, nextLeft))
    b1 = f64x2.add(b1, f64x2.mul(y1, nextRight))
    const y2: v128 = v128.load64_splat(x, 48)
    a2 = f64x2.add(a2, f64x2.mul(y2, nextLeft))
    b2 = f64x2.add(b2, f64x2.mul(y2, nextRight))
    const y3: v128 = v128.load64_splat(x, 56)
    a3 = f64x2.add(a3, f64x2.mul(y3, nextLeft))
    b3 = f64x2.add(b3, f64x2.mul(y3, nextRight))
    x += 64
    w += 64
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

/** The same for a panel of two columns. */
// @ts-ignore: decorator
@inline
function tile2(x: usize, w: usize, length: i32, z: usize, stride: usize): void {
  const z1 = z + stride
  const z2 = z1 + stride
  const z3 = z2 + stride
  let a0: v128 = v128.load(z)
  let a1: v128 = v128.load(z1)
  let a2: v128 = v128.load(z2)
  let a3: v128 = v128.load(z3)
  const end = x + (<usize>length << 5)
  while (x < end) {
    const left: v128 = v128.load(w)
    a0 = f64x2.add(a0, f64x2.mul(v128.load64_splat(x), left))
    a1 = f64x2.add(a1, f64x2.mul(v128.load64_splat(x, 8), left))
    a2 = f64x2.add(a2, f64x2.mul(v128.load64_splat(x, 16), left))
    a3 = f64x2.add(a3, f64x2.mul(v128.load64_splat(x, 24), left))
    x += 32
    w += 16
  }
  v128.store(z, a0)
  v128.store(z1, a1)
  v128.store(z2, a2)
  v128.store(z3, a3)
}

/** p (4 rows × 4, row stride in bytes) += xᵀ·g, where x is four columns of `panels` panels that are `step` bytes apart. */
// @ts-ignore: decorator
@inline
function transposeTile4(x: usize, step: usize, g: usize, panels: i32, p: usize, stride: usize): void {
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
    if (g + 32 == end) break
    const left1: v128 = v128.load(g, 32)
    const right1: v128 = v128.load(g, 48)
    const x10: v128 = v128.load64_splat(x, 8)
    a0 = f64x2.add(a0, f64x2.mul(x10, left1))
    b0 = f64x2.add(b0, f64x2.mul(x10, right1))
    const x11: v128 = v128.load64_splat(x, 40)
    a1 = f64x2.add(a1, f64x2.mul(x11, left1))
    b1 = f64x2.add(b1, f64x2.mul(x11, right1))
    const x12: v128 = v128.load64_splat(x, 72)
    a2 = f64x2.add(a2, f64x2.mul(x12, left1))
    b2 = f64x2.add(b2, f64x2.mul(x12, right1))
    const x13: v128 = v128.load64_splat(x, 104)
    a3 = f64x2.add(a3, f64x2.mul(x13, left1))
    b3 = f64x2.add(b3, f64x2.mul(x13, right1))
    if (g + 64 == end) break
    const left2: v128 = v128.load(g, 64)
    const right2: v128 = v128.load(g, 80)
    const x20: v128 = v128.load64_splat(x, 16)
    a0 = f64x2.add(a0, f64x2.mul(x20, left2))
    b0 = f64x2.add(b0, f64x2.mul(x20, right2))
    const x21: v128 = v128.load64_splat(x, 48)
    a1 = f64x2.add(a1, f64x2.mul(x21, left2))
    b1 = f64x2.add(b1, f64x2.mul(x21, right2))
    const x22: v128 = v128.load64_splat(x, 80)
    a2 = f64x2.add(a2, f64x2.mul(x22, left2))
    b2 = f64x2.add(b2, f64x2.mul(x22, right2))
    const x23: v128 = v128.load64_splat(x, 112)
    a3 = f64x2.add(a3, f64x2.mul(x23, left2))
    b3 = f64x2.add(b3, f64x2.mul(x23, right2))
    if (g + 96 == end) break
    const left3: v128 = v128.load(g, 96)
    const right3: v128 = v128.load(g, 112)
    const x30: v128 = v128.load64_splat(x, 24)
    a0 = f64x2.add(a0, f64x2.mul(x30, left3))
    b0 = f64x2.add(b0, f64x2.mul(x30, right3))
    const x31: v128 = v128.load64_splat(x, 56)
    a1 = f64x2.add(a1, f64x2.mul(x31, left3))
    b1 = f64x2.add(b1, f64x2.mul(x31, right3))
    const x32: v128 = v128.load64_splat(x, 88)
    a2 = f64x2.add(a2, f64x2.mul(x32, left3))
    b2 = f64x2.add(b2, f64x2.mul(x32, right3))
    const x33: v128 = v128.load64_splat(x, 120)
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

/** The same for a panel of two columns. */
// @ts-ignore: decorator
@inline
function transposeTile2(x: usize, step: usize, g: usize, panels: i32, p: usize, stride: usize): void {
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
    if (g + 16 == end) break
    const left1: v128 = v128.load(g, 16)
    a0 = f64x2.add(a0, f64x2.mul(v128.load64_splat(x, 8), left1))
    a1 = f64x2.add(a1, f64x2.mul(v128.load64_splat(x, 40), left1))
    a2 = f64x2.add(a2, f64x2.mul(v128.load64_splat(x, 72), left1))
    a3 = f64x2.add(a3, f64x2.mul(v128.load64_splat(x, 104), left1))
    if (g + 32 == end) break
    const left2: v128 = v128.load(g, 32)
    a0 = f64x2.add(a0, f64x2.mul(v128.load64_splat(x, 16), left2))
    a1 = f64x2.add(a1, f64x2.mul(v128.load64_splat(x, 48), left2))
    a2 = f64x2.add(a2, f64x2.mul(v128.load64_splat(x, 80), left2))
    a3 = f64x2.add(a3, f64x2.mul(v128.load64_splat(x, 112), left2))
    if (g + 48 == end) break
    const left3: v128 = v128.load(g, 48)
    a0 = f64x2.add(a0, f64x2.mul(v128.load64_splat(x, 24), left3))
    a1 = f64x2.add(a1, f64x2.mul(v128.load64_splat(x, 56), left3))
    a2 = f64x2.add(a2, f64x2.mul(v128.load64_splat(x, 88), left3))
    a3 = f64x2.add(a3, f64x2.mul(v128.load64_splat(x, 120), left3))
    g += 64
    x += step
  }
  v128.store(p, a0)
  v128.store(p1, a1)
  v128.store(p2, a2)
  v128.store(p3, a3)
}

/** to (f64) ← from (f32), `count` a multiple of 4. */
function promote(from: usize, to: usize, count: i32): void {
  const end = from + (<usize>count << 2)
  while (from < end) {
    v128.store(to, f64x2.promote_low_f32x4(v128.load64_zero(from)))
    v128.store(to, f64x2.promote_low_f32x4(v128.load64_zero(from, 8)), 16)
    from += 16
    to += 32
  }
}

/**
 * Rows first … last − 1 of z (rows × width) ← X·W; X is packed, rows × columns, in single precision if `single` (then `scratch` holds ROWS × BLOCK doubles);
 * W comes in panels. Rows, columns, first and last are multiples of 4, `width` is even.
 */
export function multiplyPacked(
  x: usize, rows: i32, columns: i32, single: bool, w: usize, width: i32, z: usize, first: i32, last: i32, scratch: usize,
): void {
  const stride = <usize>width << 3
  memory.fill(z + <usize>first * stride, 0, <usize>(last - first) * stride)
  const entry: usize = single ? 2 : 3
  for (let column = 0; column < columns; column += BLOCK) {
    const length = min(BLOCK, columns - column)
    const block = x + (<usize>column * <usize>rows << entry)
    const panelBytes = <usize>length << 5
    for (let row = first; row < last; row += ROWS) {
      const end = min(row + ROWS, last)
      let panels = block + (<usize>row * <usize>length << entry)
      if (single) {
        promote(panels, scratch, (end - row) * length)
        panels = scratch
      }
      for (let from = 0; from < width; from += GROUP) {
        const to = min(from + GROUP, width)
        let panel = panels
        for (let i = row; i < end; i += 4) {
          const target = z + <usize>i * stride
          for (let j = from; j < to; j += 4) {
            const factor = w + (<usize>columns * <usize>j << 3)
            if (j + 4 <= to) tile4(panel, factor + (<usize>column << 5), length, target + (<usize>j << 3), stride)
            else tile2(panel, factor + (<usize>column << 4), length, target + (<usize>j << 3), stride)
          }
          panel += panelBytes
        }
      }
    }
  }
}

/** Rows first … last − 1 of p (columns × width) ← Xᵀ·G; arguments as for multiplyPacked. */
export function transposeMultiplyPacked(
  x: usize, rows: i32, columns: i32, single: bool, g: usize, width: i32, p: usize, first: i32, last: i32, scratch: usize,
): void {
  const stride = <usize>width << 3
  memory.fill(p + <usize>first * stride, 0, <usize>(last - first) * stride)
  addTransposePacked(x, rows, columns, single, g, width, p, first, last, scratch)
}

/** The same added to p: sums go on from the rows of X before, in their order, when X comes in blocks of rows. */
export function addTransposePacked(
  x: usize, rows: i32, columns: i32, single: bool, g: usize, width: i32, p: usize, first: i32, last: i32, scratch: usize,
): void {
  const stride = <usize>width << 3
  const entry: usize = single ? 2 : 3
  for (let column = first - first % BLOCK; column < last; column += BLOCK) {
    const length = min(BLOCK, columns - column)
    const begin = max(first - column, 0)
    const end = min(last - column, length)
    const block = x + (<usize>column * <usize>rows << entry)
    const panelBytes = <usize>length << 5
    for (let row = 0; row < rows; row += TRANSPOSE_ROWS) {
      const count = min(TRANSPOSE_ROWS, rows - row)
      let panels = block + (<usize>row * <usize>length << entry)
      if (single) {
        promote(panels, scratch, count * length)
        panels = scratch
      }
      for (let from = 0; from < width; from += TRANSPOSE_GROUP) {
        const to = min(from + TRANSPOSE_GROUP, width)
        let panel = panels + (<usize>begin << 5)
        for (let l = begin; l < end; l += 4) {
          const target = p + <usize>(column + l) * stride
          for (let j = from; j < to; j += 4) {
            const factor = g + (<usize>rows * <usize>j << 3)
            if (j + 4 <= to)
              transposeTile4(panel, panelBytes, factor + (<usize>row << 5), count >> 2, target + (<usize>j << 3), stride)
            else transposeTile2(panel, panelBytes, factor + (<usize>row << 4), count >> 2, target + (<usize>j << 3), stride)
          }
          panel += 128
        }
      }
    }
  }
}
