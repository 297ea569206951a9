// Columns of a view brought to one scale (src/views/standardised-shares.ts).

/**
 * Rows first … last − 1 of `to` (rows × count) ← the share (x/2 − half) / range of `count` columns of `from` (rows × columns), or its root where `roots` (u32) is not 0; `places` (u32) says which columns, `halves` and
 * `ranges` are theirs.
 */
export function sharesOfRanges(
  from: usize, columns: i32, places: usize, count: i32, halves: usize, ranges: usize, roots: usize, to: usize, first: i32, last: i32,
): void {
  let target = to + (<usize>first * <usize>count << 3)
  for (let i = first; i < last; i++) {
    const row = from + (<usize>i * <usize>columns << 3)
    for (let c: usize = 0; c < <usize>count; c++, target += 8) {
      const x = load<f64>(row + (<usize>load<u32>(places + (c << 2)) << 3))
      const share = (x / 2 - load<f64>(halves + (c << 3))) / load<f64>(ranges + (c << 3))
      store<f64>(target, load<u32>(roots + (c << 2)) !== 0 ? sqrt(share) : share)
    }
  }
}

/** The least and the largest number of each of the columns first … last − 1 over `rows` rows of `from` (rows × columns), and over what `lows` and `highs` hold of rows before. */
export function widenRanges(
  from: usize, rows: i32, columns: i32, lows: usize, highs: usize, first: i32, last: i32,
): void {
  const stride = <usize>columns << 3
  for (let at = <usize>first << 3, end = <usize>last << 3; at < end; at += 8) {
    let low = load<f64>(lows + at)
    let high = load<f64>(highs + at)
    for (let i = 0, place = from + at; i < rows; i++, place += stride) {
      const x = load<f64>(place)
      low = min(low, x)
      high = max(high, x)
    }
    store<f64>(lows + at, low)
    store<f64>(highs + at, high)
  }
}

/**
 * Adds Σr, Σr², Σr³, Σ√r and Σr√r to `sums` (five numbers per column) over `rows` rows of `from` (rows × columns), in their order, where r is the share of a number between low and high; for the columns first … last − 1.
 */
export function addMoments(
  from: usize, rows: i32, columns: i32, lows: usize, highs: usize, sums: usize, first: i32, last: i32,
): void {
  const stride = <usize>columns << 3
  for (let c = <usize>first; c < <usize>last; c++) {
    const half = load<f64>(lows + (c << 3)) / 2
    const range = load<f64>(highs + (c << 3)) / 2 - half
    const to = sums + 40 * c
    let a = load<f64>(to)
    let b = load<f64>(to, 8)
    let d = load<f64>(to, 16)
    let e = load<f64>(to, 24)
    let f = load<f64>(to, 32)
    for (let i = 0, place = from + (c << 3); i < rows; i++, place += stride) {
      const share = (load<f64>(place) / 2 - half) / range
      const root = sqrt(share)
      a += share
      b += share * share
      d += share * share * share
      e += root
      f += share * root
    }
    store<f64>(to, a)
    store<f64>(to, b, 8)
    store<f64>(to, d, 16)
    store<f64>(to, e, 24)
    store<f64>(to, f, 32)
  }
}

/** Rows first … last − 1 of `to` (rows × columns) ← (x − mean) · scale, column by column. */
export function standardiseRows(
  from: usize, columns: i32, means: usize, scales: usize, to: usize, first: i32, last: i32,
): void {
  const bytes = <usize>columns << 3
  for (let i = first; i < last; i++) {
    const row = from + <usize>i * bytes
    const target = to + <usize>i * bytes
    for (let at: usize = 0; at < bytes; at += 8)
      store<f64>(target + at, (load<f64>(row + at) - load<f64>(means + at)) * load<f64>(scales + at))
  }
}
