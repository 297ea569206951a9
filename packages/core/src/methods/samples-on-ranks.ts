import { InputError } from '../input-error.ts'
import type { Communicator } from '../runtime/ranks/communicator.ts'
import { rowsOnRanks } from '../runtime/ranks/own-rows.ts'
import { share } from '../runtime/ranks/share.ts'
import type { Method } from './method.ts'

/** Samples of the whole fit; refuses a method that cannot be shared, and ranks whose samples are not their even share. */
export function samplesOnRanks(method: Method, own: number, communicator: Communicator): number {
  const { size, rank } = communicator
  if (size === 1) return own
  if (!method.ranks)
    throw new InputError(`${method.name} runs in one process (${size} ranks given), start it without MPI`, {
      code: 'ranks',
      argument: 'method',
    })
  const { total } = rowsOnRanks(communicator, own)
  const { begin, end } = share(total, size, rank)
  if (own !== end - begin)
    throw new InputError(
      `rank ${rank} has ${own} of ${total} samples, give it samples ${begin} to ${end - 1} (share)`,
      { code: 'ranks', argument: 'views' },
    )
  return total
}
