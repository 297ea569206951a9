/** So many units of rounding are what a few steps of arithmetic leave. */
const LARGEST = 16 * Number.EPSILON

/** True where two values differ by no more than rounding: a spread that small says nothing about samples, however much it is stretched. */
export function isRounding(a: number, b: number): boolean {
  return Math.abs(a - b) <= LARGEST * Math.max(Math.abs(a), Math.abs(b))
}
