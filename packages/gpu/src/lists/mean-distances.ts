import type { Progress } from '@manyview/core'
import type { Matrix, Neighbours } from '@manyview/core/numerics'
import type { Card } from '../card.ts'
import { listEntries, meanDistancesKernel, nearPoints } from './list-squares.ts'

/** The mean distance of each row of `points` (n×r) from the rows that its list names, one or more. O(n · count · r). */
export function* meanDistances(card: Card, points: Matrix, lists: Neighbours): Generator<Progress, Float32Array> {
  const { rows } = points
  const room = card.room()
  try {
    const { buffer, quads } = nearPoints(room, points)
    const means = room.empty(rows)
    const settings = [rows, quads, lists.count]
    card.run(meanDistancesKernel, settings, [buffer, listEntries(room, lists), means], Math.ceil(rows / 64))
    return new Float32Array(yield* card.read(means, rows, { stage: 'outliers', iteration: 1, total: 1 }))
  } finally {
    room.free()
  }
}
