const SPLITTER = 134217729 // 2²⁷ + 1: halves a 53-bit significand

/** Computes a·b − fl(a·b) exactly, where `product` is fl(a·b) and nothing overflows or underflows. Source: Dekker, 1971. */
export function productError(a: number, b: number, product: number): number {
  const scaledA = SPLITTER * a
  const highA = scaledA - (scaledA - a)
  const lowA = a - highA
  const scaledB = SPLITTER * b
  const highB = scaledB - (scaledB - b)
  const lowB = b - highB
  return lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB)
}

/** Computes a + b − fl(a + b) exactly, where `sum` is fl(a + b). Source: Knuth, 2Sum. */
export function sumError(a: number, b: number, sum: number): number {
  const partB = sum - a
  return a - (sum - partB) + (b - partB)
}
