import type { Progress } from '@manyview/core'
import {
  type DeviceView,
  defaultBlockRows,
  isSparse,
  rowsBetween,
  toDense,
  unitRowsInto,
} from '@manyview/core/numerics'
import type { Card } from '../card.ts'
import { type CardMatrix, paddedWidth } from '../dense/card-matrix.ts'
import type { Room } from '../room.ts'

/** A view on the card: its rows, in as many pieces as the largest buffer asks for, each beginning at the row of the same place in `begins`. */
export interface CardView {
  features: number
  pieces: { begin: number; rows: CardMatrix }[]
  /** ‖X‖². */
  squaredNorm: number
}

/** Brings a view to the card, samples of unit length, in single precision, sparse ones as dense: 4·n·d bytes, d a multiple of 4. */
export function* cardView(card: Card, room: Room, { rows: given }: DeviceView): Generator<Progress, CardView> {
  const { rows, columns } = given
  const width = paddedWidth(columns)
  const whole = Math.max(Math.floor(card.largest / (4 * width)), 1)
  const pieces: CardView['pieces'] = []
  for (let begin = 0; begin < rows; begin += whole) {
    const count = Math.min(whole, rows - begin)
    const buffer = room.empty(count * width)
    pieces.push({ begin, rows: { buffer, rows: count, columns, width, stride: width, first: 0 } })
  }
  let squaredNorm = 0
  const step = Math.min('blockRows' in given ? given.blockRows : defaultBlockRows(columns), rows)
  const singles = new Float32Array(step * columns)
  const wide = width === columns ? singles : new Float32Array(step * width)
  for (const piece of pieces)
    for (let first = 0; first < piece.rows.rows; first += step) {
      const count = Math.min(step, piece.rows.rows - first)
      const begin = piece.begin + first
      const block = rowsBetween(given, begin, begin + count)
      const dense = isSparse(block) ? toDense(block) : block
      squaredNorm += unitRowsInto(dense, singles)
      if (wide !== singles)
        for (let i = 0; i < count; i++) wide.set(singles.subarray(i * columns, (i + 1) * columns), i * width)
      card.write(piece.rows.buffer, first * width, wide.subarray(0, count * width))
      yield { stage: 'views', iteration: begin + count, total: rows }
    }
  return { features: columns, pieces, squaredNorm }
}

/** By sample a bit for each view that it lacks; null where none lacks any. */
export function absentViews(views: readonly DeviceView[], samples: number): Uint32Array | null {
  if (views.every(({ present }) => present === null)) return null
  const absent = new Uint32Array(samples)
  for (const [v, { present }] of views.entries())
    if (present) for (let i = 0; i < samples; i++) if (present[i] === 0) absent[i] += 2 ** v
  return absent
}
