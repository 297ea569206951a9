import { InputError } from '../input-error.ts'
import { isWhole, storedValues } from '../numerics/linalg/integer-matrix.ts'
import { blocksOf, isBlocked } from '../numerics/linalg/rows.ts'
import { largestSize } from '../numerics/linalg/scale.ts'
import type { Progress } from '../runtime/progress.ts'
import { largestOverRanks } from '../runtime/ranks/least-over-ranks.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import type { PreparedRows } from '../views/prepare-views.ts'

/** The length that `unitRows` takes shorter samples for. */
const LEAST = 1e-12

/** Refuses a view of which no value reaches 1e-12, where `unitRows` takes samples for noise: they would all look alike. Reads no more than it needs to. */
export function* refuseTinyViews({ views }: PreparedRows, ranks: Ranks): Generator<Progress, void> {
  const largest = new Float64Array(views.length)
  for (const [v, { data }] of views.entries())
    for (const { end, data: block } of blocksOf(data)) {
      const values = 'pointers' in block ? block.values : storedValues(block)
      if (isWhole(values) || values.some((value) => Math.abs(value) >= LEAST)) {
        largest[v] = LEAST
        break
      }
      largest[v] = Math.max(largest[v], largestSize(values))
      if (isBlocked(data)) yield { stage: 'views', iteration: end, total: data.rows }
    }
  largestOverRanks(ranks, largest)
  for (const [v, { name }] of views.entries())
    if (largest[v] > 0 && largest[v] < LEAST)
      throw new InputError(
        `its largest value is ${largest[v]}, too small to tell samples apart, multiply the view by a constant`,
        {
          code: 'too-small',
          argument: `view ${name}`,
          details: { largest: largest[v] },
        },
      )
}
