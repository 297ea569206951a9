/** sign(x)·max(|x| − threshold, 0) of every value: the minimiser of ½(y − x)² + threshold·|y|; threshold ≥ 0. O(length). */
export function softThreshold(values: Float64Array, threshold: number): Float64Array {
  return values.map((x) => (x > threshold ? x - threshold : x < -threshold ? x + threshold : 0))
}
