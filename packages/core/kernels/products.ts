// Products with a resident matrix X (n×d) and skinny ones. X is packed once: blocks of BLOCK columns (the last one narrower), each block in panels
// of four rows, a panel column by column: entry (row r, column l) of a panel is at 4·l + r. One layout serves X·W and Xᵀ·G: a 4×4 piece is
// contiguous. Rows and columns are padded with zeros to multiples of 4. The skinny factor is packed in panels of four columns, row by row, and if
// columns are left one panel of two. Results are row-major with an even number of columns. Sums run in the order of the plain loops.

/** Columns of X in a block: 4 times an odd number, so that the panels of a block spread over the sets of the cache. */
const BLOCK: i32 = 124
/** Rows of X taken at a time: with BLOCK columns they stay in the second-level cache. */
const ROWS: i32 = 128
/** Columns of the skinny factor that are taken at a time. */
const WIDTH: i32 = 64

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
    x += 32
    w += 32
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
  // Not unrolled: with more in the loop engines run out of registers.
  const back = step - 32
  const end = g + (<usize>panels << 7)
  while (g < end) {
    const rows = x + 32
    while (x < rows) {
      const left: v128 = v128.load(g)
      const right: v128 = v128.load(g, 16)
      const x0: v128 = v128.load64_splat(x)
      a0 = f64x2.add(a0, f64x2.mul(x0, left))
      b0 = f64x2.add(b0, f64x2.mul(x0, right))
      const x1: v128 = v128.load64_splat(x, 32)
      a1 = f64x2.add(a1, f64x2.mul(x1, left))
      b1 = f64x2.add(b1, f64x2.mul(x1, right))
      const x2: v128 = v128.load64_splat(x, 64)
      a2 = f64x2.add(a2, f64x2.mul(x2, left))
      b2 = f64x2.add(b2, f64x2.mul(x2, right))
      const x3: v128 = v128.load64_splat(x, 96)
      a3 = f64x2.add(a3, f64x2.mul(x3, left))
      b3 = f64x2.add(b3, f64x2.mul(x3, right))
      x += 8
      g += 32
    }
    x += back
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
  const back = step - 32
  const end = g + (<usize>panels << 6)
  while (g < end) {
    const rows = x + 32
    while (x < rows) {
      const left: v128 = v128.load(g)
      a0 = f64x2.add(a0, f64x2.mul(v128.load64_splat(x), left))
      a1 = f64x2.add(a1, f64x2.mul(v128.load64_splat(x, 32), left))
      a2 = f64x2.add(a2, f64x2.mul(v128.load64_splat(x, 64), left))
      a3 = f64x2.add(a3, f64x2.mul(v128.load64_splat(x, 96), left))
      x += 8
      g += 16
    }
    x += back
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
  for (let from = 0; from < width; from += WIDTH) {
    const to = min(from + WIDTH, width)
    for (let column = 0; column < columns; column += BLOCK) {
      const length = min(BLOCK, columns - column)
      const block = x + (<usize>column * <usize>rows << entry)
      const panelBytes = <usize>length << 5
      for (let row = first; row < last; row += ROWS) {
        const end = min(row + ROWS, last)
        let panel = block + (<usize>row * <usize>length << entry)
        if (single) {
          promote(panel, scratch, (end - row) * length)
          panel = scratch
        }
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
  for (let from = 0; from < width; from += WIDTH) {
    const to = min(from + WIDTH, width)
    for (let column = first - first % BLOCK; column < last; column += BLOCK) {
      const length = min(BLOCK, columns - column)
      const begin = max(first - column, 0)
      const end = min(last - column, length)
      const block = x + (<usize>column * <usize>rows << entry)
      const panelBytes = <usize>length << 5
      for (let row = 0; row < rows; row += ROWS) {
        const count = min(ROWS, rows - row)
        let panel = block + (<usize>row * <usize>length << entry)
        if (single) {
          promote(panel, scratch, count * length)
          panel = scratch
        }
        panel += <usize>begin << 5
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
