/**
 * Divides each of four rows of `columns` doubles, which lie one after the other, by its length, as `unitRows` of src/data/scale.ts does; `squares` gets the squared lengths that they then have.
 * All sums go from column to column.
 */
export function unitRows(rows: usize, columns: i32, squares: usize): void {
  const stride = <usize>columns << 3
  const rows2 = rows + 2 * stride
  const end = rows + stride
  let a: f64 = 0
  let b: f64 = 0
  let c: f64 = 0
  let d: f64 = 0
  for (let at = rows, at2 = rows2; at < end; at += 8, at2 += 8) {
    a += load<f64>(at) * load<f64>(at)
    b += load<f64>(at + stride) * load<f64>(at + stride)
    c += load<f64>(at2) * load<f64>(at2)
    d += load<f64>(at2 + stride) * load<f64>(at2 + stride)
  }
  a = lengthOf(rows, stride, a)
  b = lengthOf(rows + stride, stride, b)
  c = lengthOf(rows2, stride, c)
  d = lengthOf(rows2 + stride, stride, d)
  let sumA: f64 = 0
  let sumB: f64 = 0
  let sumC: f64 = 0
  let sumD: f64 = 0
  const first: v128 = f64x2.splat(a)
  const second: v128 = f64x2.splat(b)
  const third: v128 = f64x2.splat(c)
  const fourth: v128 = f64x2.splat(d)
  let at = rows
  let at2 = rows2
  for (; at + 8 < end; at += 16, at2 += 16) {
    let x: v128 = f64x2.div(v128.load(at), first)
    let y: v128 = f64x2.div(v128.load(at + stride), second)
    v128.store(at, x)
    v128.store(at + stride, y)
    x = f64x2.mul(x, x)
    y = f64x2.mul(y, y)
    sumA += f64x2.extract_lane(x, 0)
    sumB += f64x2.extract_lane(y, 0)
    sumA += f64x2.extract_lane(x, 1)
    sumB += f64x2.extract_lane(y, 1)
    x = f64x2.div(v128.load(at2), third)
    y = f64x2.div(v128.load(at2 + stride), fourth)
    v128.store(at2, x)
    v128.store(at2 + stride, y)
    x = f64x2.mul(x, x)
    y = f64x2.mul(y, y)
    sumC += f64x2.extract_lane(x, 0)
    sumD += f64x2.extract_lane(y, 0)
    sumC += f64x2.extract_lane(x, 1)
    sumD += f64x2.extract_lane(y, 1)
  }
  if (at < end) {
    sumA += divide(at, a)
    sumB += divide(at + stride, b)
    sumC += divide(at2, c)
    sumD += divide(at2 + stride, d)
  }
  store<f64>(squares, sumA)
  store<f64>(squares, sumB, 8)
  store<f64>(squares, sumC, 16)
  store<f64>(squares, sumD, 24)
}

// @inline
function divide(at: usize, length: f64): f64 {
  const x = load<f64>(at) / length
  store<f64>(at, x)
  return x * x
}

/** The length of a row of `bytes` bytes with this sum of squares, 1e-12 at least. A row whose squares overflow is brought near 1 first. */
function lengthOf(row: usize, bytes: usize, square: f64): f64 {
  if (square === Infinity) {
    let largest: f64 = 0
    for (let at = row; at < row + bytes; at += 8) largest = max(largest, abs(load<f64>(at)))
    let scale: f64 = 1
    while (largest * scale >= 2) scale /= 2
    square = 0
    for (let at = row; at < row + bytes; at += 8) {
      const x = load<f64>(at) * scale
      store<f64>(at, x)
      square += x * x
    }
  }
  return max(sqrt(square), 1e-12)
}
