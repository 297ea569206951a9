/** Columns of a block of products.ts. */
const BLOCK: i32 = 124

/**
 * Packs rows first … last − 1 (multiples of 4) of a row-major piece of a matrix (`columns` columns), which begins with row `row` of it, for products.ts: `to` has `tall` rows,
 * in single precision with `single`. Columns up to the next multiple of 4 become zero.
 */
export function packRows(from: usize, columns: i32, row: i32, first: i32, last: i32, to: usize, tall: i32, single: bool): void {
  const stride = <usize>columns << 3
  const entry: usize = single ? 2 : 3
  for (let i = first; i < last; i += 4) {
    const source = from + <usize>i * stride
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

/**
 * Packs rows as `packRows` does, each divided by its length as by `unitRows` of src/numerics/linalg/scale.ts; rows whose squares overflow are changed where they are. `squares` gets the squared length that each row
 * then has, that of row `row` of the matrix in place `row`.
 */
export function packUnitRows(
  from: usize, columns: i32, row: i32, first: i32, last: i32, to: usize, tall: i32, single: bool, squares: usize,
): void {
  const stride = <usize>columns << 3
  const entry: usize = single ? 2 : 3
  for (let i = first; i < last; i += 4) {
    const source = from + <usize>i * stride
    const lengths = squares + (<usize>(row + i) << 3)
    squareRows(source, stride, lengths)
    const a = lengthOf(source, stride, lengths)
    const b = lengthOf(source + stride, stride, lengths + 8)
    const c = lengthOf(source + 2 * stride, stride, lengths + 16)
    const d = lengthOf(source + 3 * stride, stride, lengths + 24)
    for (let column = 0; column < columns; column += BLOCK) {
      const used = min(BLOCK, columns - column)
      const length = (used + 3) & ~3
      const panel = to + (<usize>column * <usize>tall + <usize>(row + i) * <usize>length << entry)
      const begin = source + (<usize>column << 3)
      packQuotients(begin, a, used, panel, single)
      packQuotients(begin + stride, b, used, panel + (1 << entry), single)
      packQuotients(begin + 2 * stride, c, used, panel + (2 << entry), single)
      packQuotients(begin + 3 * stride, d, used, panel + (3 << entry), single)
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

/** One row of a panel of four: numbers divided by `length`, every fourth place. */
function packQuotients(from: usize, length: f64, count: i32, to: usize, single: bool): void {
  const divisor: v128 = f64x2.splat(length)
  const end = from + (<usize>(count & ~1) << 3)
  if (single) {
    for (; from < end; from += 16, to += 32) {
      const x: v128 = f64x2.div(v128.load(from), divisor)
      store<f32>(to, <f32>f64x2.extract_lane(x, 0))
      store<f32>(to, <f32>f64x2.extract_lane(x, 1), 16)
    }
    if (count & 1) store<f32>(to, <f32>(load<f64>(from) / length))
    return
  }
  for (; from < end; from += 16, to += 64) {
    const x: v128 = f64x2.div(v128.load(from), divisor)
    store<f64>(to, f64x2.extract_lane(x, 0))
    store<f64>(to, f64x2.extract_lane(x, 1), 32)
  }
  if (count & 1) store<f64>(to, load<f64>(from) / length)
}

/** The sums of squares of four rows, column after column: side by side, so that no addition waits for the one before. */
function squareRows(row: usize, stride: usize, to: usize): void {
  const end = row + stride
  let a: f64 = 0
  let b: f64 = 0
  let c: f64 = 0
  let d: f64 = 0
  for (let at = row, at2 = row + 2 * stride; at < end; at += 8, at2 += 8) {
    a += load<f64>(at) * load<f64>(at)
    b += load<f64>(at + stride) * load<f64>(at + stride)
    c += load<f64>(at2) * load<f64>(at2)
    d += load<f64>(at2 + stride) * load<f64>(at2 + stride)
  }
  store<f64>(to, a)
  store<f64>(to, b, 8)
  store<f64>(to, c, 16)
  store<f64>(to, d, 24)
}

/** Divides the rows of a sparse matrix by their lengths, as `packUnitRows` does; `squares` gets the squared length that each row then has. */
export function unitSparse(values: usize, pointers: usize, rows: i32, squares: usize): void {
  let from = values
  for (let i = 0; i < rows; i++, squares += 8) {
    const end = values + (<usize>load<u32>(pointers + (<usize>i << 2), 4) << 3)
    let sum: f64 = 0
    for (let at = from; at < end; at += 8) sum += load<f64>(at) * load<f64>(at)
    store<f64>(squares, sum)
    const length = lengthOf(from, end - from, squares)
    for (; from < end; from += 8) store<f64>(from, load<f64>(from) / length)
  }
}

/** What to divide a row of `bytes` bytes by whose sum of squares is at `square`, 1e-12 at least; puts the squared length it then has there. A row whose squares overflow is brought near 1 first. */
function lengthOf(row: usize, bytes: usize, square: usize): f64 {
  let sum = load<f64>(square)
  if (sum === Infinity) {
    let largest: f64 = 0
    for (let at = row; at < row + bytes; at += 8) largest = max(largest, abs(load<f64>(at)))
    let scale: f64 = 1
    while (largest * scale >= 2) scale /= 2
    sum = 0
    for (let at = row; at < row + bytes; at += 8) {
      const x = load<f64>(at) * scale
      store<f64>(at, x)
      sum += x * x
    }
  }
  const length = max(sqrt(sum), 1e-12)
  // By its own length a row is brought to 1, whatever rounding makes of its numbers.
  store<f64>(square, length > 1e-12 ? 1 : sum / (length * length))
  return length
}
