import { unitRows } from './unit-rows'

/** Columns of a block of products.ts. */
const BLOCK: i32 = 124

/**
 * Packs rows first … last − 1 (multiples of 4) of a row-major piece of a matrix (`columns` columns), which begins with row `row` of it, for products.ts: `to` has `tall` rows,
 * in single precision with `single`. Columns up to the next multiple of 4 become zero. Where `squares` is an address, rows are brought to unit length first, in their place, and it gets the
 * squared lengths that they then have, that of row `row` of the matrix in place `row`.
 */
export function packRows(from: usize, columns: i32, row: i32, first: i32, last: i32, to: usize, tall: i32, single: bool, squares: usize): void {
  const stride = <usize>columns << 3
  const entry: usize = single ? 2 : 3
  for (let i = first; i < last; i += 4) {
    const source = from + <usize>i * stride
    if (squares) unitRows(source, columns, squares + (<usize>(row + i) << 3))
    for (let column = 0; column < columns; column += BLOCK) {
      const used = min(BLOCK, columns - column)
      const length = (used + 3) & ~3
      const panel = to + (<usize>column * <usize>tall + <usize>(row + i) * <usize>length << entry)
      const begin = source + (<usize>column << 3)
      if (single) packSingles(begin, stride, used, panel)
      else packDoubles(begin, stride, used, panel)
      memory.fill(panel + (<usize>used << entry + 2), 0, <usize>(length - used) << entry + 2)
    }
  }
}

// @inline
function packDoubles(row: usize, stride: usize, count: i32, to: usize): void {
  const row2 = row + 2 * stride
  const end = row + (<usize>count << 3)
  for (let at = row, at2 = row2; at < end; at += 8, at2 += 8) {
    store<f64>(to, load<f64>(at))
    store<f64>(to, load<f64>(at + stride), 8)
    store<f64>(to, load<f64>(at2), 16)
    store<f64>(to, load<f64>(at2 + stride), 24)
    to += 32
  }
}

// @inline
function packSingles(row: usize, stride: usize, count: i32, to: usize): void {
  const row2 = row + 2 * stride
  const end = row + (<usize>count << 3)
  for (let at = row, at2 = row2; at < end; at += 8, at2 += 8) {
    store<f32>(to, <f32>load<f64>(at))
    store<f32>(to, <f32>load<f64>(at + stride), 4)
    store<f32>(to, <f32>load<f64>(at2), 8)
    store<f32>(to, <f32>load<f64>(at2 + stride), 12)
    to += 16
  }
}
