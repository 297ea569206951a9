import { InputError } from '../input-error.ts'
import { defaultBlockRows } from '../numerics/linalg/rows.ts'
import type { PreparedRows } from '../views/prepare-views.ts'
import { byteSize, byteSizes } from '../words/byte-size.ts'
import type { Task } from './method.ts'

/**
 * Refuses a fit that would need more than `task.memoryLimit` bytes, before anything is allocated; `what` names the large part, for example `three 5000×5000 graphs`,
 * and `inBlocks` is what the fit would need with views that are read in blocks, where it can have them.
 */
export function requireMemory(task: Pick<Task, 'memoryLimit'>, bytes: number, what: string, inBlocks = Infinity): void {
  const { memoryLimit } = task
  if (memoryLimit === undefined || bytes <= memoryLimit) return
  const wayOut =
    inBlocks <= memoryLimit
      ? `read the views in blocks (--stream, ${byteSize(inBlocks)}) or give a higher limit`
      : 'use fewer samples, another method or a higher limit'
  const [needed, limit] = byteSizes(bytes, memoryLimit)
  throw new InputError(`${what} need ${needed} but the limit is ${limit}, ${wayOut}`, {
    code: 'out-of-memory',
    argument: 'memory',
    details: { bytes, limit: memoryLimit },
  })
}

/** Bytes that views read in blocks take, given their numbers of features: a block as read and one as the products want it. */
export function streamedBytes(samples: number, features: readonly number[]): number {
  return features.reduce((sum, count) => sum + 16 * count * Math.min(defaultBlockRows(count), samples), 0)
}

/** The features of each view as estimates count them: of a sparse one in memory `each` for every value that it stores of a sample. */
export function countedFeatures({ views }: PreparedRows, each: number): number[] {
  return views.map(({ data }) =>
    'pointers' in data ? Math.ceil((each * data.values.length) / Math.max(data.rows, 1)) : data.columns,
  )
}
