import type { OptionValues } from '../options.ts'

/** What is tried for λ₁ and for λ₂: every second value of the paper's grid. */
const TRIED = [5e-4, 5e-3, 5e-2, 0.5, 5]
/** Samples that are tried on at the most, and numbers in their views. */
const MOST_SAMPLES = 2000
const MOST_NUMBERS = 32_000_000
/** Samples per cluster that are needed to judge a partition. */
const LEAST_PER_CLUSTER = 10
/** The pairs to try, those that are given as they are; one pair where there is nothing to choose. */
export function lambdaPairs({ lambda1, lambda2, variant }: OptionValues): { lambda1: number; lambda2: number }[] {
  // Without a sparse part λ₁ does nothing.
  const first = variant === 'S' ? [TRIED[0]] : TRIED
  const values = (given: OptionValues[string], tried: readonly number[]) => (given === null ? tried : [Number(given)])
  return values(lambda1, first).flatMap((one) => values(lambda2, TRIED).map((two) => ({ lambda1: one, lambda2: two })))
}

/** Number of samples that the pairs are tried on. */
export function triedSamples(samples: number, features: number, clusters: number): number {
  const most = Math.min(MOST_SAMPLES, Math.floor(MOST_NUMBERS / Math.max(features, 1)))
  return Math.min(samples, Math.max(most, LEAST_PER_CLUSTER * clusters))
}
