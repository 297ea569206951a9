import type { Device, Progress } from '@manyview/core'
import type { Matrix, Random } from '@manyview/core/numerics'
import type { Card } from './card.ts'
import { nearest } from './nearest/nearest.ts'

/** A graphics card as the core knows it. `close` it at the end. */
export class GpuDevice implements Device {
  private readonly card: Card

  constructor(card: Card) {
    this.card = card
  }

  get name(): string {
    return this.card.name
  }

  get pending(): Promise<unknown> | null {
    return this.card.pending
  }

  /** Exact up to `exactUpTo` points, default 200,000. */
  nearest(points: Matrix, length: number, random: Random, exactUpTo?: number): Generator<Progress, Int32Array> {
    return nearest(this.card, points, length, random, exactUpTo)
  }

  close(): void {
    this.card.close()
  }
}
