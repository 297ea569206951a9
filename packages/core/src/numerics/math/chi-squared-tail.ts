import { exponential } from './exponential.ts'
import { logGamma } from './log-gamma.ts'
import { logarithm } from './logarithm.ts'

/** Terms after which a series or fraction is cut off, far beyond the O(√degrees) that they take. */
const MOST_TERMS = 100_000
/** What stands in for a denominator of zero in Lentz's method. */
const TINY = 1e-300
/** Relative size of a term that changes the sum no more, about ε/2. */
const PRECISE = 1e-16

/** Computes the probability that χ² with `degrees` degrees of freedom is at least `value`; small probabilities are as precise as large ones. O(√degrees). */
export function chiSquaredTail(value: number, degrees: number): number {
  if (!(value > 0)) return Number.isNaN(value) ? value : 1
  return value === Infinity ? 0 : upperGamma(degrees / 2, value / 2)
}

/** Computes Γ(a, x) / Γ(a): below a + 1 by 1 minus the series of the lower part, above by the continued fraction of the upper part (Lentz). */
function upperGamma(a: number, x: number): number {
  const factor = exponential(a * logarithm(x) - x - logGamma(a))
  return x < a + 1 ? 1 - factor * lowerSeries(a, x) : factor * upperFraction(a, x)
}

function lowerSeries(a: number, x: number): number {
  let [sum, term] = [1 / a, 1 / a]
  for (let n = 1; n < MOST_TERMS && term > sum * PRECISE; n++) {
    term *= x / (a + n)
    sum += term
  }
  return sum
}

function upperFraction(a: number, x: number): number {
  let b = x + 1 - a
  let c = 1 / TINY
  let d = 1 / b
  let value = d
  for (let n = 1; n < MOST_TERMS; n++) {
    const an = n * (a - n)
    b += 2
    d = 1 / nonZero(an * d + b)
    c = nonZero(b + an / c)
    value *= c * d
    if (Math.abs(c * d - 1) < 2 * PRECISE) break
  }
  return value
}

function nonZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value
}
