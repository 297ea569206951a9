import { USAGE } from './buffer-usage.ts'
import type { Card } from './card.ts'

const ALL = USAGE.STORAGE | USAGE.COPY_SRC | USAGE.COPY_DST

/** Arrays of four-byte numbers, as buffers hold them. */
type FourBytes = Float32Array | Uint32Array

/** Buffers of one piece of work, of four-byte numbers; `free` gives them back. */
export class Room {
  private readonly card: Card
  private readonly buffers: GPUBuffer[] = []
  private readonly used: object[] = []

  constructor(card: Card) {
    this.card = card
  }

  /** Room for `length` numbers, all zero. */
  empty(length: number): GPUBuffer {
    return this.keep(this.card.allocate(sizeOf(length), ALL))
  }

  /** The numbers in single precision. */
  singles(values: ArrayLike<number>): GPUBuffer {
    return this.written(values.length, Float32Array, (to) => to.set(values))
  }

  /** Whole numbers from 0. */
  integers(values: ArrayLike<number>): GPUBuffer {
    return this.written(values.length, Uint32Array, (to) => to.set(values))
  }

  /** `length` numbers that `write` puts down. */
  written<Form extends FourBytes>(
    length: number,
    Form: new (buffer: ArrayBuffer) => Form,
    write: (to: Form) => void,
  ): GPUBuffer {
    const buffer = this.card.allocate(sizeOf(length), ALL, true)
    write(new Form(buffer.getMappedRange()))
    buffer.unmap()
    return this.keep(buffer)
  }

  /** The buffer of an array that stays on the card when this work is done; `make` brings it there where it is not there yet. */
  resident(values: object, make: () => GPUBuffer): GPUBuffer {
    return this.find(values) ?? this.offer(values, make())
  }

  /** The buffer of an array where it is on the card already. */
  find(values: object): GPUBuffer | undefined {
    const buffer = this.card.resident.use(values)
    if (buffer) this.used.push(values)
    return buffer
  }

  /** Leaves one of the buffers on the card as that of an array. */
  offer(values: object, buffer: GPUBuffer): GPUBuffer {
    this.buffers.splice(this.buffers.indexOf(buffer), 1)
    this.card.resident.keep(values, buffer)
    this.used.push(values)
    return buffer
  }

  /** Gives a buffer back before the others. */
  drop(buffer: GPUBuffer): void {
    buffer.destroy()
    this.buffers.splice(this.buffers.indexOf(buffer), 1)
  }

  free(): void {
    for (const buffer of this.buffers.splice(0)) buffer.destroy()
    for (const values of this.used.splice(0)) this.card.resident.release(values)
  }

  private keep(buffer: GPUBuffer): GPUBuffer {
    this.buffers.push(buffer)
    return buffer
  }
}

/** Bytes that a count of numbers takes; a buffer cannot be empty. */
function sizeOf(length: number): number {
  return Math.max(4 * length, 16)
}
