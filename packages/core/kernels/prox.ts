/** values ← sign(x)·max(|x| − threshold, 0). */
export function softThreshold(values: usize, length: i32, threshold: f64): void {
  const zero: v128 = f64x2.splat(0)
  const plus: v128 = f64x2.splat(threshold)
  const end = values + (<usize>length << 3)
  for (; values + 8 < end; values += 16) {
    const x: v128 = v128.load(values)
    v128.store(values, f64x2.add(f64x2.pmax(zero, f64x2.sub(x, plus)), f64x2.pmin(zero, f64x2.add(x, plus))))
  }
  if (values < end) {
    const x = load<f64>(values)
    store<f64>(values, x > threshold ? x - threshold : x < -threshold ? x + threshold : 0)
  }
}

/** Every row (rows × columns) ← its projection onto the simplex; the same operations as the plain version in src/prox/simplex-projection.ts. */
export function projectRows(values: usize, rows: i32, columns: i32): void {
  const stride = <usize>columns << 3
  for (let i = 0; i < rows; i++, values += stride) projectRow(values, columns)
}

export function projectRow(values: usize, columns: i32): void {
  const end = values + (<usize>columns << 3)
  let largest = -Infinity
  for (let at = values; at < end; at += 8) {
    const x = load<f64>(at)
    if (x > largest) largest = x
  }
  for (let at = values; at < end; at += 8) store<f64>(at, load<f64>(at) - largest)
  let threshold: f64 = -1
  let kept = -1
  for (let round = 0; round <= columns; round++) {
    let sum: f64 = 0
    let count = 0
    for (let at = values; at < end; at += 8) {
      const x = load<f64>(at)
      if (x > threshold) {
        sum += x
        count++
      }
    }
    if (count == kept) break
    kept = count
    threshold = (sum - 1) / <f64>count
  }
  for (let at = values; at < end; at += 8) {
    const x = load<f64>(at)
    store<f64>(at, x > threshold ? x - threshold : 0)
  }
}
