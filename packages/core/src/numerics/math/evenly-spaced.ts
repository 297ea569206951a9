/** At most `most` of the numbers 0 … count − 1, evenly spaced: the same ones every time. */
export function evenlySpaced(count: number, most: number): Uint32Array {
  const kept = Math.min(count, most)
  return Uint32Array.from({ length: kept }, (_, i) => Math.floor((i * count) / kept))
}
