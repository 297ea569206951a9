import type { Block, Kernels } from '../kernels/kernels.ts'

/** sign(x)·max(|x| − threshold, 0) of every value: the minimiser of ½(y − x)² + threshold·|y|; threshold ≥ 0. O(length). */
export function softThreshold(values: Float64Array, threshold: number): Float64Array {
  return values.map((x) => (x > threshold ? x - threshold : x < -threshold ? x + threshold : 0))
}

/** The same in place for values in the kernels' memory. */
export function softThresholdInto(kernels: Kernels, values: Block, threshold: number): void {
  kernels.call.softThreshold(values.pointer, values.length, threshold)
}
