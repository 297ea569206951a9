import type { Progress } from '@manyview/core'
import { blocksOf, type DeviceView, isSparse, toDense } from '@manyview/core/numerics'
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

/** Brings a view to the card in single precision, sparse ones as dense: 4·n·d bytes, d a multiple of 4. */
export function* cardView(card: Card, room: Room, { rows }: DeviceView): Generator<Progress, CardView> {
  const width = paddedWidth(rows.columns)
  const most = Math.min(card.limits.maxBufferSize, card.limits.maxStorageBufferBindingSize)
  const whole = Math.max(Math.floor(most / (4 * width)), 1)
  const pieces: CardView['pieces'] = []
  for (let begin = 0; begin < rows.rows; begin += whole) {
    const count = Math.min(whole, rows.rows - begin)
    const buffer = room.empty(count * width)
    pieces.push({ begin, rows: { buffer, rows: count, columns: rows.columns, width, stride: width, first: 0 } })
  }
  let squaredNorm = 0
  let singles = new Float32Array(0)
  for (const { begin, end, data } of blocksOf(rows)) {
    const { data: values } = isSparse(data) ? toDense(data) : data
    const length = (end - begin) * width
    if (singles.length < length) singles = new Float32Array(length)
    for (let i = 0; i < end - begin; i++)
      for (let c = 0; c < rows.columns; c++) {
        const value = values[i * rows.columns + c]
        squaredNorm += value * value
        singles[i * width + c] = value
      }
    for (let at = begin; at < end; ) {
      const piece = Math.floor(at / whole)
      const until = Math.min(end, (piece + 1) * whole)
      const part = singles.subarray((at - begin) * width, (until - begin) * width)
      card.write(pieces[piece].rows.buffer, (at - piece * whole) * width, part)
      at = until
    }
    yield { stage: 'views', iteration: end, total: rows.rows }
  }
  return { features: rows.columns, pieces, squaredNorm }
}

/** By sample a bit for each view that it lacks; null where none lacks any. */
export function absentViews(views: readonly DeviceView[], samples: number): Uint32Array | null {
  if (views.every(({ present }) => present === null)) return null
  const absent = new Uint32Array(samples)
  for (const [v, { present }] of views.entries())
    if (present) for (let i = 0; i < samples; i++) if (present[i] === 0) absent[i] += 2 ** v
  return absent
}
