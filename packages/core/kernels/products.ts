/** Σ x_i y_i over two lanes; x and y are 16-byte aligned and padded with zeros to an even length. */
export function dot(x: usize, y: usize, length: i32): f64 {
  let sum: v128 = f64x2.splat(0)
  for (let i = 0; i < length; i += 2) {
    const offset = <usize>i << 3
    sum = f64x2.add(sum, f64x2.mul(v128.load(x + offset), v128.load(y + offset)))
  }
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1)
}
