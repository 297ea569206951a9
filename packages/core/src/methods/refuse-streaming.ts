import { InputError } from '../input-error.ts'
import { isBlocked } from '../numerics/linalg/rows.ts'
import type { Precision } from '../runtime/kernels/precision.ts'
import type { PreparedRows } from '../views/prepare-views.ts'
import type { Method } from './method.ts'

/** Refuses views that are read in blocks where that would be in vain: most methods work on whole matrices, and single precision only makes views smaller that are held in memory. */
export function refuseStreaming(method: Method, { views }: PreparedRows, precision: Precision): void {
  if (!views.some(({ data }) => isBlocked(data))) return
  const fail = (argument: string, message: string) => {
    throw new InputError(message, { code: 'stream', argument })
  }
  if (!method.blocks)
    fail('method', `"${method.name}" needs its views in memory, choose consensus or dstl to read them in blocks`)
  if (precision === 'single')
    fail('precision', 'cannot be single when views are read in blocks, since none is held: leave it out')
}
