import type { Matrix, Progress } from '@manyview/core'
import type { DeviceRows } from '@manyview/core/runtime'
import type { Card } from '../card.ts'
import type { Room } from '../room.ts'
import { emptyMatrix } from './card-matrix.ts'
import { gatherRows } from './gather-rows.ts'
import { downloadWide, type WideMatrix } from './wide-matrix.ts'

/** Rows that stay on the card in a room of their own until they are closed. */
export class HeldRows implements DeviceRows {
  readonly matrix: WideMatrix
  private readonly card: Card
  private readonly room: Room

  constructor(card: Card, room: Room, matrix: WideMatrix) {
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
      const order = room.integers(places)
      const parts = this.matrix.parts.map((part) => {
        const subset = emptyMatrix(room, places.length, part.columns)
        gatherRows(this.card, subset, part, 0, order, 0)
        return subset
      })
      const taken = { rows: places.length, columns: this.columns, parts }
      return yield* downloadWide(this.card, taken, { stage: 'members', iteration: 1, total: 1 })
    } finally {
      room.free()
    }
  }

  close(): void {
    this.room.free()
  }
}
