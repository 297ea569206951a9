// Long rows against a basis of long rows (V: rows × stride doubles, stride even, padded with zeros). The length is cut into chunks that stay in
// the first-level cache; four rows of V meet two rows of X at a time.

/** Doubles of a row that are taken at a time. */
const CHUNK: i32 = 512

/** out[b·rows + j] = Σ_i x[b, i] · v[j, i] for `count` rows x and first ≤ j < last. */
export function basisDots(
  v: usize, rows: i32, x: usize, count: i32, stride: i32, out: usize, first: i32, last: i32,
): void {
  for (let b = 0; b < count; b++) memory.fill(out + (<usize>(b * rows + first) << 3), 0, <usize>(last - first) << 3)
  const bytes = <usize>stride << 3
  for (let begin = 0; begin < stride; begin += CHUNK) {
    const offset = <usize>begin << 3
    const length = <usize>min(CHUNK, stride - begin) << 3
    let j = first
    for (; j + 4 <= last; j += 4) {
      const v0 = v + <usize>j * bytes + offset
      let b = 0
      for (; b + 2 <= count; b += 2)
        dots4x2(v0, bytes, x + <usize>b * bytes + offset, length, out + (<usize>(b * rows + j) << 3), <usize>rows << 3)
      if (b < count) dots4(v0, bytes, x + <usize>b * bytes + offset, length, out + (<usize>(b * rows + j) << 3))
    }
    for (; j < last; j++)
      for (let b = 0; b < count; b++) {
        const place = out + (<usize>(b * rows + j) << 3)
        const sum = dotOfChunk(v + <usize>j * bytes + offset, x + <usize>b * bytes + offset, length)
        f64.store(place, f64.load(place) + sum)
      }
  }
}

// @inline
function add(place: usize, sum: v128): void {
  f64.store(place, f64.load(place) + (f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1)))
}

function dots4x2(v0: usize, bytes: usize, x0: usize, length: usize, out: usize, outRow: usize): void {
  const v1 = v0 + bytes
  const v2 = v1 + bytes
  const v3 = v2 + bytes
  const x1 = x0 + bytes
  let a0: v128 = f64x2.splat(0)
  let a1 = a0
  let a2 = a0
  let a3 = a0
  let b0 = a0
  let b1 = a0
  let b2 = a0
  let b3 = a0
  for (let i: usize = 0; i < length; i += 16) {
    const left: v128 = v128.load(x0 + i)
    const right: v128 = v128.load(x1 + i)
    let row: v128 = v128.load(v0 + i)
    a0 = f64x2.add(a0, f64x2.mul(row, left))
    b0 = f64x2.add(b0, f64x2.mul(row, right))
    row = v128.load(v1 + i)
    a1 = f64x2.add(a1, f64x2.mul(row, left))
    b1 = f64x2.add(b1, f64x2.mul(row, right))
    row = v128.load(v2 + i)
    a2 = f64x2.add(a2, f64x2.mul(row, left))
    b2 = f64x2.add(b2, f64x2.mul(row, right))
    row = v128.load(v3 + i)
    a3 = f64x2.add(a3, f64x2.mul(row, left))
    b3 = f64x2.add(b3, f64x2.mul(row, right))
  }
  add(out, a0)
  add(out + 8, a1)
  add(out + 16, a2)
  add(out + 24, a3)
  out += outRow
  add(out, b0)
  add(out + 8, b1)
  add(out + 16, b2)
  add(out + 24, b3)
}

function dots4(v0: usize, bytes: usize, x0: usize, length: usize, out: usize): void {
  for (let j: usize = 0; j < 4; j++) {
    const place = out + (j << 3)
    f64.store(place, f64.load(place) + dotOfChunk(v0 + j * bytes, x0, length))
  }
}

function dotOfChunk(a: usize, b: usize, length: usize): f64 {
  let sum: v128 = f64x2.splat(0)
  for (let i: usize = 0; i < length; i += 16) sum = f64x2.add(sum, f64x2.mul(v128.load(a + i), v128.load(b + i)))
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1)
}

/** x[b, i] −= Σ_j factors[b·rows + j] · v[j, i] for `count` rows x and from ≤ i < to; `from` and `to` are even. */
export function basisSubtract(
  v: usize, rows: i32, x: usize, count: i32, stride: i32, factors: usize, from: i32, to: i32,
): void {
  const bytes = <usize>stride << 3
  for (let begin = from; begin < to; begin += CHUNK) {
    const offset = <usize>begin << 3
    const length = <usize>min(CHUNK, to - begin) << 3
    for (let b = 0; b < count; b++) {
      const row = x + <usize>b * bytes + offset
      const f = factors + (<usize>(b * rows) << 3)
      let j = 0
      for (; j + 4 <= rows; j += 4) subtract4(v + <usize>j * bytes + offset, bytes, row, length, f + (<usize>j << 3))
      for (; j < rows; j++) {
        const factor: v128 = f64x2.splat(f64.load(f + (<usize>j << 3)))
        const from = v + <usize>j * bytes + offset
        for (let i: usize = 0; i < length; i += 16)
          v128.store(row + i, f64x2.sub(v128.load(row + i), f64x2.mul(factor, v128.load(from + i))))
      }
    }
  }
}

function subtract4(v0: usize, bytes: usize, row: usize, length: usize, f: usize): void {
  const v1 = v0 + bytes
  const v2 = v1 + bytes
  const v3 = v2 + bytes
  const f0: v128 = v128.load64_splat(f)
  const f1: v128 = v128.load64_splat(f, 8)
  const f2: v128 = v128.load64_splat(f, 16)
  const f3: v128 = v128.load64_splat(f, 24)
  for (let i: usize = 0; i < length; i += 16) {
    const first: v128 = f64x2.add(f64x2.mul(f0, v128.load(v0 + i)), f64x2.mul(f1, v128.load(v1 + i)))
    const second: v128 = f64x2.add(f64x2.mul(f2, v128.load(v2 + i)), f64x2.mul(f3, v128.load(v3 + i)))
    v128.store(row + i, f64x2.sub(v128.load(row + i), f64x2.add(first, second)))
  }
}

/** Σ_i a[i] · b[i], one after the other. */
// @inline
function dotInOrder(a: usize, b: usize, length: usize): f64 {
  let sum: f64 = 0
  for (let i: usize = 0; i < length; i += 8) sum += load<f64>(a + i) * load<f64>(b + i)
  return sum
}

/** row −= factor · other. */
// @inline
function subtractRow(row: usize, factor: f64, other: usize, length: usize): void {
  const factors: v128 = f64x2.splat(factor)
  for (let i: usize = 0; i < length; i += 16)
    v128.store(row + i, f64x2.sub(v128.load(row + i), f64x2.mul(factors, v128.load(other + i))))
}

/**
 * Makes rows (count × stride) orthonormal one after the other (Gram and Schmidt's steps, twice over); those whose remainder is at most `floor` long are left out, the others move up. It returns how many there are.
 * Each of them is taken out of all later rows at once, four sums side by side, which changes no bit: every row still meets the others in their order.
 */
export function orthonormaliseRows(x: usize, count: i32, stride: i32, floor: f64): i32 {
  const bytes = <usize>stride << 3
  let basisRows = 0
  for (let b = 0; b < count; b++) {
    const row = x + <usize>b * bytes
    for (let k = 0; k < basisRows; k++) {
      const other = x + <usize>k * bytes
      subtractRow(row, dotInOrder(row, other, bytes), other, bytes)
    }
    const size = sqrt(dotInOrder(row, row, bytes))
    if (!(size > floor)) continue
    const target = x + <usize>basisRows * bytes
    const divisor: v128 = f64x2.splat(size)
    for (let i: usize = 0; i < bytes; i += 16) v128.store(target + i, f64x2.div(v128.load(row + i), divisor))
    basisRows++
    let later = b + 1
    for (; later + 4 <= count; later += 4) subtractFromFour(x + <usize>later * bytes, target, bytes)
    for (; later < count; later++) {
      const next = x + <usize>later * bytes
      subtractRow(next, dotInOrder(next, target, bytes), target, bytes)
    }
  }
  return basisRows
}

/** Takes the unit row `unit` out of four rows that follow each other. */
function subtractFromFour(row0: usize, unit: usize, bytes: usize): void {
  const row1 = row0 + bytes
  const row2 = row1 + bytes
  const row3 = row2 + bytes
  let s0: f64 = 0
  let s1: f64 = 0
  let s2: f64 = 0
  let s3: f64 = 0
  for (let i: usize = 0; i < bytes; i += 8) {
    const value = load<f64>(unit + i)
    s0 += load<f64>(row0 + i) * value
    s1 += load<f64>(row1 + i) * value
    s2 += load<f64>(row2 + i) * value
    s3 += load<f64>(row3 + i) * value
  }
  subtractRow(row0, s0, unit, bytes)
  subtractRow(row1, s1, unit, bytes)
  subtractRow(row2, s2, unit, bytes)
  subtractRow(row3, s3, unit, bytes)
}
