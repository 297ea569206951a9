// Products with a resident matrix X (n×d) and skinny ones. X is packed once: blocks of BLOCK columns (the last one narrower), each block in panels
// of four rows, a panel column by column: entry (row r, column l) of a panel is at 4·l + r. One layout serves X·W and Xᵀ·G: a 4×4 piece is
// contiguous. Rows and columns are padded with zeros to multiples of 4. The skinny factor is packed in panels of four columns, row by row, and if
// columns are left one panel of two. Results are row-major with an even number of columns. Sums run in the order of the plain loops.
import { tile2, tile4, transposeTile2, transposeTile4 } from './tiles'

/** Columns of X in a block: 4 times an odd number, so that the panels of a block spread over the sets of the cache. */
const BLOCK: i32 = 124
/** Rows of X that X·W takes at a time: with BLOCK columns they stay in the second-level cache. */
const ROWS: i32 = 124
/** Columns of W that meet them at a time: their panels stay in the first-level cache while X passes in order. */
const GROUP: i32 = 8
/** Rows of X that Xᵀ·G takes at a time; few panels at a time keep reading ahead possible. */
const TRANSPOSE_ROWS: i32 = 64
/** Columns of G that meet them at a time. */
const TRANSPOSE_GROUP: i32 = 16

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
  addTranspose(x, rows, columns, single, g, width, p, first, last, 0, scratch)
}

/** Rows first … last − 1 of p (columns × width) += XᵀX from column `first` on, which is a multiple of 4; `g` holds X in panels of four columns. The other half is the same mirrored. */
export function addSquarePacked(x: usize, rows: i32, columns: i32, g: usize, width: i32, p: usize, first: i32, last: i32): void {
  addTranspose(x, rows, columns, false, g, width, p, first, last, first, 0)
}

/** Columns first … last − 1 of a packed X (double precision) as a factor: panels of four columns, row by row, the last one of two if that is enough. */
export function panelsOfPacked(x: usize, rows: i32, columns: i32, width: i32, panels: usize, first: i32, last: i32): void {
  for (let j = first; j < last; j++) {
    const block = j - j % BLOCK
    const length = min(BLOCK, columns - block)
    const panel = j & ~3
    const step: usize = panel + 4 <= width ? 32 : 16
    let source = x + (<usize>(block * rows + 4 * (j - block)) << 3)
    let target = panels + (<usize>(rows * panel + (j - panel)) << 3)
    for (let i = 0; i < rows; i += 4) {
      store<f64>(target, load<f64>(source))
      store<f64>(target + step, load<f64>(source, 8))
      store<f64>(target + 2 * step, load<f64>(source, 16))
      store<f64>(target + 3 * step, load<f64>(source, 24))
      source += <usize>length << 5
      target += 4 * step
    }
  }
}

/** p += Xᵀ·G in rows first … last − 1 and from column `start` on. */
function addTranspose(
  x: usize, rows: i32, columns: i32, single: bool, g: usize, width: i32, p: usize, first: i32, last: i32, start: i32, scratch: usize,
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
      for (let from = start; from < width; from += TRANSPOSE_GROUP) {
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
