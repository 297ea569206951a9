import { USAGE } from './buffer-usage.ts'
import type { Card } from './card.ts'

const ALL = USAGE.STORAGE | USAGE.COPY_SRC | USAGE.COPY_DST

/** Buffers of one piece of work, of four-byte numbers; `free` gives them back. */
export class Room {
  private readonly card: Card
  private readonly buffers: GPUBuffer[] = []

  constructor(card: Card) {
    this.card = card
  }

  /** Room for `length` numbers, all zero. */
  empty(length: number): GPUBuffer {
    return this.keep(this.card.allocate(sizeOf(length), ALL))
  }

  /** The numbers in single precision. */
  singles(values: ArrayLike<number>): GPUBuffer {
    return this.filled(values, Float32Array)
  }

  /** Whole numbers from 0. */
  integers(values: ArrayLike<number>): GPUBuffer {
    return this.filled(values, Uint32Array)
  }

  /** Gives a buffer back before the others. */
  drop(buffer: GPUBuffer): void {
    buffer.destroy()
    this.buffers.splice(this.buffers.indexOf(buffer), 1)
  }

  free(): void {
    for (const buffer of this.buffers.splice(0)) buffer.destroy()
  }

  private filled(values: ArrayLike<number>, Form: Float32ArrayConstructor | Uint32ArrayConstructor): GPUBuffer {
    const buffer = this.keep(this.card.allocate(sizeOf(values.length), ALL, true))
    new Form(buffer.getMappedRange()).set(values)
    buffer.unmap()
    return buffer
  }

  private keep(buffer: GPUBuffer): GPUBuffer {
    this.buffers.push(buffer)
    return buffer
  }
}

/** Bytes of so many numbers; a buffer cannot be empty. */
function sizeOf(length: number): number {
  return Math.max(4 * length, 16)
}
