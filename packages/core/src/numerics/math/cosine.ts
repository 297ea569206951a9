import { sineTurned } from './sine.ts'

/** cos x for x in radians, within 1 ulp and the same on every engine; NaN for ±∞. */
export function cosine(x: number): number {
  return sineTurned(x, 1)
}
