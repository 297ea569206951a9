import { InputError } from '../input-error.ts'
import type { Communicator } from '../ranks/communicator.ts'
import type { Method } from './method.ts'

/** Options of `cluster` that blocked views may not have. */
interface Asked {
  precision?: string
  join?: string
  missing?: string
  communicator?: Communicator
}

/** Refuses what cannot be done with views that are read in blocks. */
export function refuseStreaming(method: Method, { precision, join, missing, communicator }: Asked): void {
  const fail = (argument: string, problem: string) => {
    throw new InputError(`${problem} when views are read in blocks, give them in memory`, { code: 'stream', argument })
  }
  if (!method.stream)
    throw new InputError(
      `"${method.name}" needs its views in memory, choose consensus or dstl to read them in blocks`,
      {
        code: 'stream',
        argument: 'method',
      },
    )
  if (precision === 'single') fail('precision', 'cannot be single')
  if (join === 'outer') fail('join', 'cannot be outer')
  if (missing !== undefined) fail('missing', 'values cannot be filled in')
  if (communicator && communicator.size > 1) fail('communicator', 'must be one process')
}
