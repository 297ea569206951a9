// Products in single precision: X (packed as for products.ts, but of four-byte numbers) with skinny factors. A factor comes in panels of eight columns over all its padded rows,
// row by row, the last one of four if that is enough. Sums over one block of columns (of rows, for Xᵀ·G) of X run in single precision, at most 124 numbers in the order
// of the plain loop; the sums of the blocks are added in double precision.
import { tile4, tile8, transposeTile4, transposeTile8 } from './single-tiles'

const BLOCK: i32 = 124
/** Rows of X taken at a time; Xᵀ·G sums over so many in single precision. */
const ROWS: i32 = 124
/** Columns of the factor that meet them at a time: their panels stay in the first-level cache. */
const GROUP: i32 = 16

/** Rows first … last − 1 of a row-major factor (f64, `width` columns) to panels of `tall` rows at `to`. */
export function packSingle(from: usize, width: i32, tall: i32, first: i32, last: i32, to: usize): void {
  const wide = (width + 3) & ~3
  for (let j = 0; j < wide; j += 8) {
    const columns = min(8, wide - j)
    for (let i = first; i < last; i++) {
      const target = to + (<usize>(tall * j + i * columns) << 2)
      const source = from + (<usize>(i * width + j) << 3)
      for (let c = 0; c < columns; c++)
        store<f32>(target + (<usize>c << 2), j + c < width ? <f32>load<f64>(source + (<usize>c << 3)) : 0)
    }
  }
}

/** Rows first … last − 1 of z (rows × width, f64) ← X·W. Rows, columns, first and last are multiples of 4; `scratch` has room for 16 doubles. */
export function multiplySingle(x: usize, rows: i32, columns: i32, w: usize, width: i32, z: usize, first: i32, last: i32, scratch: usize): void {
  const stride = <usize>width << 3
  const wide = (width + 3) & ~3
  memory.fill(z + <usize>first * stride, 0, <usize>(last - first) * stride)
  for (let column = 0; column < columns; column += BLOCK) {
    const length = min(BLOCK, columns - column)
    for (let row = first; row < last; row += ROWS) {
      const end = min(row + ROWS, last)
      for (let from = 0; from < wide; from += GROUP) {
        const to = min(from + GROUP, wide)
        let panel = x + (<usize>column * <usize>rows + <usize>row * <usize>length << 2)
        for (let i = row; i < end; i += 4) {
          const target = z + <usize>i * stride
          for (let j = from; j < to; j += 8) {
            const size = min(8, to - j)
            const factor = w + (<usize>columns * <usize>j + <usize>column * <usize>size << 2)
            if (size === 8) tile8(panel, factor, length, scratch)
            else tile4(panel, factor, length, scratch)
            addTile(scratch, size, min(size, width - j), target + (<usize>j << 3), stride)
          }
          panel += <usize>length << 4
        }
      }
    }
  }
}

/** Rows first … last − 1 of p (columns × width, f64) ← Xᵀ·G. Arguments as for multiplySingle. */
export function transposeMultiplySingle(x: usize, rows: i32, columns: i32, g: usize, width: i32, p: usize, first: i32, last: i32, scratch: usize): void {
  const stride = <usize>width << 3
  const wide = (width + 3) & ~3
  memory.fill(p + <usize>first * stride, 0, <usize>(last - first) * stride)
  for (let column = first - first % BLOCK; column < last; column += BLOCK) {
    const length = min(BLOCK, columns - column)
    const begin = max(first - column, 0)
    const end = min(last - column, length)
    const step = <usize>length << 4
    for (let row = 0; row < rows; row += ROWS) {
      const count = min(ROWS, rows - row)
      for (let from = 0; from < wide; from += GROUP) {
        const to = min(from + GROUP, wide)
        let panel = x + (<usize>column * <usize>rows + <usize>row * <usize>length + <usize>(begin << 2) << 2)
        for (let l = begin; l < end; l += 4) {
          const target = p + <usize>(column + l) * stride
          for (let j = from; j < to; j += 8) {
            const size = min(8, to - j)
            const factor = g + (<usize>rows * <usize>j + <usize>row * <usize>size << 2)
            if (size === 8) transposeTile8(panel, step, factor, count >> 2, scratch)
            else transposeTile4(panel, step, factor, count >> 2, scratch)
            addTile(scratch, size, min(size, width - j), target + (<usize>j << 3), stride)
          }
          panel += 64
        }
      }
    }
  }
}

/** z (4 × columns, f64) += tile (4 × size, f32); `columns` is even. */
function addTile(tile: usize, size: i32, columns: i32, z: usize, stride: usize): void {
  for (let i = 0; i < 4; i++) {
    for (let c: usize = 0, end = <usize>columns; c < end; c += 2) {
      const part: v128 = f64x2.promote_low_f32x4(v128.load64_zero(tile + (c << 2)))
      v128.store(z + (c << 3), f64x2.add(v128.load(z + (c << 3)), part))
    }
    tile += <usize>size << 2
    z += stride
  }
}
