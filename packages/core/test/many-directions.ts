import { normal } from '../src/numerics/random/normal.ts'
import type { Random } from '../src/numerics/random/random.ts'

/** The rows with ten columns more, in pairs in which samples differ for reasons of their own: many directions of such a view stand out from noise, so that it is brought to unit rows. */
export function withManyDirections(rows: readonly number[][], random: Random): number[][] {
  return rows.map((row) => {
    const reasons = Array.from({ length: 5 }, () => 2 * normal(random))
    return [...row, ...Array.from({ length: 10 }, (_, c) => reasons[c >> 1] + normal(random))]
  })
}
