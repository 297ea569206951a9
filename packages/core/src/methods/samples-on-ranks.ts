import { InputError } from '../input-error.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import { share } from '../runtime/ranks/share.ts'
import type { Method } from './method.ts'

/** Samples of the whole fit; refuses a method that cannot be shared, and ranks whose samples are not their even share. */
export function samplesOnRanks(method: Method, own: number, ranks: Ranks): number {
  const { size, rank } = ranks
  if (size === 1) return own
  if (!method.ranks)
    throw new InputError(`${method.name} runs in one process (${size} ranks given), start it without MPI`, {
      code: 'ranks',
      argument: 'method',
    })
  const { total } = rowRange(ranks, own)
  const { begin, end } = share(total, size, rank)
  if (own !== end - begin)
    throw new InputError(
      `rank ${rank} has ${own} of ${total} samples, give it samples ${begin} to ${end - 1} (share)`,
      { code: 'ranks', argument: 'views' },
    )
  return total
}
