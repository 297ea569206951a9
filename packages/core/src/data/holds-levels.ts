import { valleyDepth } from './valley-depth.ts'

/** The part of the variance that the first axis must have. */
const MOST = 0.5
/** Part of the variance of the first axis below which the next is a bend of it: roots bend a line. */
const BEND = 0.1
/** `valleyDepth` from which on the samples along the first axis lie in groups. Of 2,000 draws of 200 uniform numbers, the worst with one peak, 5 % have 0.40; of normal ones 0.1 % have 0.37. */
const GROUPED = 0.42

/**
 * Whether a standardised view (n×d), known by its singular values, holds levels: samples that have more or less of everything, in groups along one axis, with noise around it. Then directions tell nothing: those of groups in
 * the middle of the line are noise. `along` gives the places of all samples on the first axis. O(n·log n).
 */
export function holdsLevels(s: Float64Array, samples: number, features: number, along: () => Float64Array): boolean {
  const [first, second = 0] = s.map((value) => (value * value) / samples / features)
  if (first <= MOST || features < 2) return false
  // The largest part that noise of what is left has (Marchenko and Pastur).
  const width = 1 + Math.sqrt((features - 1) / samples)
  const noise = ((1 - first) / (features - 1)) * width * width
  return second <= Math.max(noise, BEND * first) && valleyDepth(along()) > GROUPED
}
