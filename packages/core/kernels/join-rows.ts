// The rows of an embedding (src/consensus/rows-on-demand.ts), four at a time, so that no addition waits for the one before.

/**
 * Rows first … last − 1 (multiples of 4) of `to`, in single precision with `single`: the `count` functions of each row, weighed and brought to unit length, then the `scores` numbers of `made` that come after the `smoothed` ones there,
 * divided by the length of these, or by `common` where that is not 0. `made` has `width` numbers per row. Lengths under 1e-12 leave zeros. Behind the functions and again behind the scores come `parts` numbers: 2 in the column that
 * `partOf` (i32 per row) names, where that is not −1, and else 0.
 */
export function joinRows(
  functions: usize, count: i32, weights: usize, made: usize, width: i32, smoothed: i32, scores: i32, common: f64, partOf: usize, parts: i32, to: usize, single: bool, first: i32, last: i32,
): void {
  const from = <usize>count << 3
  const other = <usize>width << 3
  const entry: usize = single ? 2 : 3
  const stride = <usize>(count + scores + 2 * parts) << entry
  for (let i = first; i < last; i += 4) {
    let a: f64 = 0
    let b: f64 = 0
    let c: f64 = 0
    let d: f64 = 0
    const row = functions + <usize>i * from
    for (let at: usize = 0; at < from; at += 8) {
      const weight = load<f64>(weights + at)
      const here = row + at
      const w = load<f64>(here) * weight
      const x = load<f64>(here + from) * weight
      const y = load<f64>(here + 2 * from) * weight
      const z = load<f64>(here + 3 * from) * weight
      a += w * w
      b += x * x
      c += y * y
      d += z * z
    }
    const target = to + <usize>i * stride
    weigh(row, count, weights, a, target, single)
    weigh(row + from, count, weights, b, target + stride, single)
    weigh(row + 2 * from, count, weights, c, target + 2 * stride, single)
    weigh(row + 3 * from, count, weights, d, target + 3 * stride, single)
    a = 0
    b = 0
    c = 0
    d = 0
    const begin = made + <usize>i * other
    const end = begin + (<usize>smoothed << 3)
    for (let at = begin; at < end; at += 8) {
      a += load<f64>(at) * load<f64>(at)
      b += load<f64>(at + other) * load<f64>(at + other)
      c += load<f64>(at + 2 * other) * load<f64>(at + 2 * other)
      d += load<f64>(at + 3 * other) * load<f64>(at + 3 * other)
    }
    const place = target + (<usize>(count + parts) << entry)
    divide(end, scores, common > 0 ? common : sqrt(a), place, single)
    divide(end + other, scores, common > 0 ? common : sqrt(b), place + stride, single)
    divide(end + 2 * other, scores, common > 0 ? common : sqrt(c), place + 2 * stride, single)
    divide(end + 3 * other, scores, common > 0 ? common : sqrt(d), place + 3 * stride, single)
    if (parts > 0)
      for (let r: usize = 0; r < 4; r++) {
        const column = load<i32>(partOf + ((<usize>i + r) << 2))
        mark(target + r * stride + (<usize>count << entry), parts, column, single)
        mark(place + r * stride + (<usize>scores << entry), parts, column, single)
      }
  }
}

/** `count` zeros, but 2 in a column; −1: in none. */
function mark(to: usize, count: i32, column: i32, single: bool): void {
  const entry: usize = single ? 4 : 8
  for (let c = 0; c < count; c++, to += entry) put(to, c === column ? 2 : 0, single)
}

/** `count` numbers, each by its weight, divided by the root of `square`. */
function weigh(from: usize, count: i32, weights: usize, square: f64, to: usize, single: bool): void {
  const length = max(sqrt(square), 1e-12)
  const entry: usize = single ? 4 : 8
  for (const end = from + (<usize>count << 3); from < end; from += 8, weights += 8, to += entry)
    put(to, (load<f64>(from) * load<f64>(weights)) / length, single)
}

/** `count` numbers divided by `length`. */
function divide(from: usize, count: i32, length: f64, to: usize, single: bool): void {
  const entry: usize = single ? 4 : 8
  for (const end = from + (<usize>count << 3); from < end; from += 8, to += entry)
    put(to, length < 1e-12 ? 0 : load<f64>(from) / length, single)
}

// @inline
function put(to: usize, value: f64, single: bool): void {
  if (single) store<f32>(to, <f32>value)
  else store<f64>(to, value)
}
