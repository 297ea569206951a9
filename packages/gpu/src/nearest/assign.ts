import type { Progress } from '@manyview/core'
import type { Matrix, PlacedCentres } from '@manyview/core/numerics'
import type { Card } from '../card.ts'
import { allWithAll, nearestTiles } from './nearest-tiles.ts'
import { inOrder, type Panels, packRows } from './panels.ts'

/** The nearest centre of every row of `points` (n×d) for many sets of centres, which lie in some of the columns; equal distances go to the lowest centre. O(n · all centres · d). */
export function* assign(
  card: Card,
  { rows, columns, data }: Matrix,
  sets: readonly PlacedCentres[],
): Generator<Progress, Uint32Array[]> {
  const room = card.room()
  try {
    const buffer = room.singles(data)
    const known = new Map<string, Panels>()
    const labels: Uint32Array[] = []
    for (const { centres, first } of sets) {
      const inner = card.room()
      try {
        const name = `${first} ${centres.columns}`
        const points =
          known.get(name) ??
          packRows(card, room, { buffer, stride: columns, first, columns: centres.columns }, inOrder(rows))
        known.set(name, points)
        const own = { buffer: inner.singles(centres.data), stride: centres.columns, first: 0, columns: centres.columns }
        const packed = packRows(card, inner, own, inOrder(centres.rows))
        const meetings = allWithAll(points, packed)
        const nearest = yield* nearestTiles(card, inner, points, packed, meetings, 1, false, 'members')
        labels.push(nearest.subarray(0, rows))
      } finally {
        inner.free()
      }
    }
    return labels
  } finally {
    room.free()
  }
}
