import type { PreparedRows } from '../data/prepare-views.ts'
import { InputError } from '../input-error.ts'
import type { Progress } from '../progress.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { largestSize } from '../ranks/exact-sum.ts'
import { largestOverRanks } from '../ranks/least-over-ranks.ts'
import { readRows } from '../ranks/sum-rows.ts'

/** Refuses a view of which no value reaches 1e-12, where `unitRows` takes samples for noise: they would all look alike. One reading. */
export function* refuseTinyViews({ views }: PreparedRows, communicator: Communicator): Generator<Progress, void> {
  const largest = new Float64Array(views.length)
  for (const [v, { data }] of views.entries())
    yield* readRows(data, (block) => {
      largest[v] = Math.max(largest[v], largestSize('pointers' in block ? block.values : block.data))
    })
  largestOverRanks(communicator, largest)
  for (const [v, { name }] of views.entries())
    if (largest[v] > 0 && largest[v] < 1e-12)
      throw new InputError(
        `its largest value is ${largest[v]}, too small to tell samples apart, multiply the view by a constant`,
        {
          code: 'too-small',
          argument: `view ${name}`,
          details: { largest: largest[v] },
        },
      )
}
