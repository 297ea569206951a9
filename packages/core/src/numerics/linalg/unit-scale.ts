const LARGEST_POWER = 8.98846567431158e307 // 2^1023

/**
 * The power of two that brings the largest magnitude of `values` into [1, 2), as near as doubles allow; 1 for zeros, NaN when an entry is not finite.
 * Multiplying by it is exact, so decompositions scale by it against overflow and underflow.
 */
export function unitScale(values: Float64Array): number {
  let largest = 0
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i])
    if (!(size <= Number.MAX_VALUE)) return Number.NaN
    if (size > largest) largest = size
  }
  if (largest === 0) return 1
  let scale = 1
  while (largest * scale >= 2) scale /= 2
  // 2^1023 is the largest power of two: the smallest denormals stay below 1, which does no harm.
  while (largest * scale < 1 && scale < LARGEST_POWER) scale *= 2
  return scale
}
