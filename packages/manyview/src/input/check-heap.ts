import { getHeapStatistics } from 'node:v8'
import { InputError } from '@manyview/core'
import { byteSizes } from '@manyview/core/words'

/** What the command needs for its own objects; numbers of the data are kept elsewhere. */
const LEAST = 90e6

/** Refuses a heap (`--max-old-space-size`) so small that V8 would abort; `limit` is in bytes. */
export function checkHeap(limit = getHeapStatistics().heap_size_limit): void {
  if (limit >= LEAST) return
  const [allowed, needed] = byteSizes(limit, LEAST)
  throw new InputError(
    `Node may use ${allowed} for objects but ${needed} are needed, give a larger --max-old-space-size`,
    {
      code: 'out-of-memory',
      argument: 'memory',
      details: { limit },
    },
  )
}
