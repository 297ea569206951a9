// Lists of neighbours as rows of a graph (src/graphs/neighbour-graph.ts).

const LOG2_E: f64 = Math.LOG2E
const LN2_HIGH: f64 = 0.6931471805592082
const LN2_LOW: f64 = 7.371002565167799e-13

/** 2ᵏ for −1022 ≤ k ≤ 1023. */
// @inline
function powerOfTwo(k: i32): f64 {
  return reinterpret<f64>(<u64>(k + 1023) << 52)
}

/** eˣ of x ≤ 0, operation by operation as src/numerics/math/exponential.ts has it. */
function exponential(x: f64): f64 {
  if (!(x >= -746)) return x < -746 ? 0 : x
  const k = floor(x * LOG2_E + 0.5)
  const high = x - k * LN2_HIGH
  const tail = 0 - k * LN2_LOW
  const r = high + tail
  const lost = high - r + tail
  let series: f64 = 1.0 / 6227020800.0
  series = series * r + 1.0 / 479001600.0
  series = series * r + 1.0 / 39916800.0
  series = series * r + 1.0 / 3628800.0
  series = series * r + 1.0 / 362880.0
  series = series * r + 1.0 / 40320.0
  series = series * r + 1.0 / 5040.0
  series = series * r + 1.0 / 720.0
  series = series * r + 1.0 / 120.0
  series = series * r + 1.0 / 24.0
  series = series * r + 1.0 / 6.0
  series = series * r + 1.0 / 2.0
  const value = 1 + (r + (lost + r * lost + r * r * series))
  const whole = <i32>k
  return whole >= -1022 ? value * powerOfTwo(whole) : value * powerOfTwo(-969) * powerOfTwo(whole + 969)
}

/**
 * Each list (count entries) of points first … first + lists − 1 becomes a row of links, by the numbers (i32) of the points: e^(−square / (scale · scale)) for entries nearer than Infinity, the product of the scales (f64, of all
 * points) being at least 1e-12. Where each row ends goes to `ends` (u32).
 */
export function linkNeighbours(
  indices: usize, squares: usize, lists: i32, count: i32, first: i32, scales: usize, values: usize, sorted: usize, ends: usize,
): void {
  let next: usize = 0
  for (let i = 0; i < lists; i++) {
    const begin = next
    const scale = load<f64>(scales + (<usize>(first + i) << 3))
    for (let c = 0; c < count; c++, indices += 4, squares += 8) {
      const square = load<f64>(squares)
      if (!(square < Infinity)) continue
      const other = load<u32>(indices)
      // Lists are short, so each entry is put in where it belongs.
      let place = next++
      for (; place > begin && load<u32>(sorted + ((place - 1) << 2)) > other; place--) {
        store<u32>(sorted + (place << 2), load<u32>(sorted + ((place - 1) << 2)))
        store<f64>(values + (place << 3), load<f64>(values + ((place - 1) << 3)))
      }
      store<u32>(sorted + (place << 2), other)
      store<f64>(values + (place << 3), exponential(-square / max(scale * load<f64>(scales + (<usize>other << 3)), 1e-12)))
    }
    store<u32>(ends + (<usize>i << 2), <u32>next)
  }
}
