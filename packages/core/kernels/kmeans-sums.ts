// Sums of points that do not depend on the order in which they are added. Points are whole multiples of 2⁻⁴⁰ of at most 1 in size; each is split
// at 2⁻²⁰, and sums of either part are exact for up to 2³³ points.

/** Adding and taking away this number rounds to whole multiples of 2⁻²⁰. */
const SPLIT: f64 = 6442450944

/**
 * Adds to high and low (clusters × features each) the two parts of every point (n×features), in the row of its cluster.
 */
export function sumExactly(points: usize, samples: i32, features: i32, labels: usize, high: usize, low: usize): void {
  const pointBytes = <usize>features << 3
  const split: v128 = f64x2.splat(SPLIT)
  for (let i = 0; i < samples; i++) {
    const offset = <usize>load<i32>(labels + (<usize>i << 2)) * pointBytes
    let point = points + <usize>i * pointBytes
    let upper = high + offset
    let lower = low + offset
    let left = features
    for (; left > 1; left -= 2) {
      const x: v128 = v128.load(point)
      const part: v128 = f64x2.sub(f64x2.add(x, split), split)
      v128.store(upper, f64x2.add(v128.load(upper), part))
      v128.store(lower, f64x2.add(v128.load(lower), f64x2.sub(x, part)))
      point += 16
      upper += 16
      lower += 16
    }
    if (left > 0) {
      const x = load<f64>(point)
      const part = x + SPLIT - SPLIT
      store<f64>(upper, load<f64>(upper) + part)
      store<f64>(lower, load<f64>(lower) + (x - part))
    }
  }
}
