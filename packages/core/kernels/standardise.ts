// Columns of a view brought to one scale (src/data/standardised-roots.ts).

/**
 * Rows first … last − 1 of `to` (rows × count) ← √((x/2 − half) / range) of `count` columns of `from` (rows × columns); `places` (u32) says which, `halves` and `ranges` are theirs.
 */
export function rootShares(
  from: usize, columns: i32, places: usize, count: i32, halves: usize, ranges: usize, to: usize, first: i32, last: i32,
): void {
  let target = to + (<usize>first * <usize>count << 3)
  for (let i = first; i < last; i++) {
    const row = from + (<usize>i * <usize>columns << 3)
    for (let c: usize = 0; c < <usize>count; c++, target += 8) {
      const x = load<f64>(row + (<usize>load<u32>(places + (c << 2)) << 3))
      store<f64>(target, sqrt((x / 2 - load<f64>(halves + (c << 3))) / load<f64>(ranges + (c << 3))))
    }
  }
}

/** Rows first … last − 1 of `to` (rows × columns) ← (x − mean) / deviation, column by column. */
export function standardiseRows(
  from: usize, columns: i32, means: usize, deviations: usize, to: usize, first: i32, last: i32,
): void {
  const bytes = <usize>columns << 3
  for (let i = first; i < last; i++) {
    const row = from + <usize>i * bytes
    const target = to + <usize>i * bytes
    for (let at: usize = 0; at < bytes; at += 8)
      store<f64>(target + at, (load<f64>(row + at) - load<f64>(means + at)) / load<f64>(deviations + at))
  }
}
