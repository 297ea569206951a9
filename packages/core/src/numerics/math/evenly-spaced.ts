/** Picks at most `most` of the numbers 0 … count − 1, evenly spaced and without chance. O(most). */
export function evenlySpaced(count: number, most: number): Uint32Array {
  const size = Math.min(count, most)
  return Uint32Array.from({ length: size }, (_, i) => Math.floor((i * count) / size))
}
