import { logarithm } from '../math/logarithm.ts'
import type { Random } from './random.ts'

/**
 * Draws a standard normal number by Marsaglia's polar method. Each call draws pairs of uniforms until one falls in the unit disc (1.27 pairs
 * on average) and uses only the first of its two values, so that the stream has no hidden state. Stable between versions.
 */
export function normal(random: Random): number {
  // A pair is refused with probability 0.2146, so that the cap is never met.
  for (let attempt = 0; attempt < 1000; attempt++) {
    const x = 2 * random.uniform() - 1
    const y = 2 * random.uniform() - 1
    const square = x * x + y * y
    if (square > 0 && square < 1) return x * Math.sqrt((-2 * logarithm(square)) / square)
  }
  return 0
}
