/** Projects a row onto the simplex, in place, by the operations of `projectOntoSimplexInto` in src/numerics/prox/simplex-projection.ts. */
export function projectRow(values: usize, columns: i32): void {
  const end = values + (<usize>columns << 3)
  let largest = -Infinity
  for (let at = values; at < end; at += 8) {
    const x = load<f64>(at)
    if (x > largest) largest = x
  }
  for (let at = values; at < end; at += 8) store<f64>(at, load<f64>(at) - largest)
  let threshold: f64 = -1
  let previousCount = -1
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
    if (count === previousCount) break
    previousCount = count
    threshold = (sum - 1) / <f64>count
  }
  for (let at = values; at < end; at += 8) {
    const x = load<f64>(at)
    store<f64>(at, x > threshold ? x - threshold : 0)
  }
}
