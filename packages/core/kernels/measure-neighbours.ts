// How far points (n×columns, of type f64 or f32, row-major) are from those in their lists, by their differences; sums are f64, column by column. The `count` nearest of each come to `nearest` (i32) and `distances` (f64, squared), equal
// ones by the lower name: point i is named names[i] (u32), and results go to the place of that name.
import { roundedBytes } from './neighbours'
import { rowProducts4 } from './rounded-tiles'

/** Of points begin … end − 1 and the first `considered` entries of their lists, `length` apart; of type f32 where `single`. */
export function measureNearest(
  points: usize, columns: i32, begin: i32, end: i32, lists: usize, length: i32, considered: i32, names: usize, count: i32, nearest: usize, distances: usize, single: i32,
): void {
  for (let i = begin; i < end; i++) {
    const list = lists + (<usize>i * <usize>length << 3)
    if (single) measure<f32>(points, columns, i, list, considered, names, count, nearest, distances)
    else measure<f64>(points, columns, i, list, considered, names, count, nearest, distances)
  }
}

/**
 * Of the points `ids` (u32, asked) and all those of n whose squared distance, both being `rounded` as in neighbours.ts, is at most their limit (i32, one for each of `ids`). `scratch` holds n + 2 doubles.
 */
export function measureWithin(
  points: usize, columns: i32, n: i32, rounded: usize, squares: usize, ids: usize, limits: usize, asked: i32, names: usize, count: i32, nearest: usize,
  distances: usize, scratch: usize,
): void {
  const rowBytes = roundedBytes(columns)
  const list = scratch + 16
  for (let a: usize = 0; a < <usize>asked; a++) {
    const i = load<i32>(ids + (a << 2))
    const own = rounded + <usize>i * rowBytes
    const limit = load<i32>(limits + (a << 2)) - load<i32>(squares + (<usize>i << 2))
    let found = 0
    for (let j = 0; j < n; j += 4) {
      const row = rounded + <usize>j * rowBytes
      const last = rounded + <usize>(n - 1) * rowBytes
      rowProducts4(own, row, min(row + rowBytes, last), min(row + 2 * rowBytes, last), min(row + 3 * rowBytes, last), rowBytes, scratch)
      for (let q = j; q < min(j + 4, n); q++) {
        if (q === i || load<i32>(squares + (<usize>q << 2)) - 2 * load<i32>(scratch + (<usize>(q - j) << 2)) > limit) continue
        store<i32>(list + (<usize>found << 3), q)
        found++
      }
    }
    measure<f64>(points, columns, i, list, found, names, count, nearest, distances)
  }
}

function measure<T extends number>(
  points: usize, columns: i32, i: i32, list: usize, length: i32, names: usize, count: i32, nearest: usize, distances: usize,
): void {
  const rowBytes = <usize>columns * sizeof<T>()
  const row = points + <usize>i * rowBytes
  const first = <usize>load<u32>(names + (<usize>i << 2)) * <usize>count
  const end = list + (<usize>length << 3)
  let found = 0
  // Four at a time, so that none waits for the sum of another. The last one stands in for those behind it.
  for (let p = list; p < end; p += 32) {
    const a = member(p, end)
    const b = member(p + 8, end)
    const c = member(p + 16, end)
    const d = member(p + 24, end)
    let sumA: f64 = 0
    let sumB: f64 = 0
    let sumC: f64 = 0
    let sumD: f64 = 0
    const rowA = points + <usize>max(a, 0) * rowBytes
    const rowB = points + <usize>max(b, 0) * rowBytes
    const rowC = points + <usize>max(c, 0) * rowBytes
    const rowD = points + <usize>max(d, 0) * rowBytes
    for (let l: usize = 0; l < rowBytes; l += sizeof<T>()) {
      const own = <f64>load<T>(row + l)
      const toA = own - <f64>load<T>(rowA + l)
      sumA += toA * toA
      const toB = own - <f64>load<T>(rowB + l)
      sumB += toB * toB
      const toC = own - <f64>load<T>(rowC + l)
      sumC += toC * toC
      const toD = own - <f64>load<T>(rowD + l)
      sumD += toD * toD
    }
    found = take(a, sumA, found, first, names, count, nearest, distances)
    if (p + 8 < end) found = take(b, sumB, found, first, names, count, nearest, distances)
    if (p + 16 < end) found = take(c, sumC, found, first, names, count, nearest, distances)
    if (p + 24 < end) found = take(d, sumD, found, first, names, count, nearest, distances)
  }
}

/** The point of an entry of a list that has its end there. */
// @inline
function member(place: usize, end: usize): i32 {
  return load<i32>(min(place, end - 8))
}

/** Puts point j (−1: there is none) among the `found` nearest so far, at most `count`, which start at number `first`; gives how many there are. */
function take(j: i32, sum: f64, found: i32, first: usize, names: usize, count: i32, nearest: usize, distances: usize): i32 {
  if (j < 0) return found
  const name = load<i32>(names + (<usize>j << 2))
  let place = found
  if (found < count) found++
  else {
    place--
    const last = first + <usize>place
    const worst = load<f64>(distances + (last << 3))
    if (!(sum < worst || (sum === worst && name < load<i32>(nearest + (last << 2))))) return found
  }
  for (; place > 0; place--) {
    const previous = first + <usize>(place - 1)
    const value = load<f64>(distances + (previous << 3))
    if (value < sum || (value === sum && load<i32>(nearest + (previous << 2)) < name)) break
    store<f64>(distances + (previous << 3), value, 8)
    store<i32>(nearest + (previous << 2), load<i32>(nearest + (previous << 2)), 4)
  }
  store<f64>(distances + ((first + <usize>place) << 3), sum)
  store<i32>(nearest + ((first + <usize>place) << 2), name)
  return found
}
