import type { Progress } from '@manyview/core'
import type { DeviceRows, Matrix } from '@manyview/core/numerics'
import type { Card } from '../card.ts'
import type { Room } from '../room.ts'
import { type CardMatrix, download, emptyMatrix } from './card-matrix.ts'
import { gatherRows } from './gather-rows.ts'

/** Rows that stay on the card in a room of their own until they are closed. */
export class HeldRows implements DeviceRows {
  readonly matrix: CardMatrix
  private readonly card: Card
  private readonly room: Room

  constructor(card: Card, room: Room, matrix: CardMatrix) {
    this.card = card
    this.room = room
    this.matrix = matrix
  }

  get rows(): number {
    return this.matrix.rows
  }

  get columns(): number {
    return this.matrix.columns
  }

  *take(places: Uint32Array): Generator<Progress, Matrix> {
    const room = this.card.room()
    try {
      const some = emptyMatrix(room, places.length, this.columns)
      gatherRows(this.card, some, this.matrix, 0, room.integers(places), 0)
      return yield* download(this.card, some, { stage: 'members', iteration: 1, total: 1 })
    } finally {
      room.free()
    }
  }

  close(): void {
    this.room.free()
  }
}
