import { cosine, nextSmooth, sine } from '@manyview/core/numerics'
import type { Card } from '../card.ts'
import type { Room } from '../room.ts'
import { chirpKernel, convolveKernel, stageKernel, unchirpKernel } from './fourier-kernels.ts'

/** Sequences that a stage merges at the most. */
const LARGEST_RADIX = 16
/** Numbers of a convolution that are on the card at a time, about: 256 MiB. */
const CONVOLVED = 67_108_864

/** Where a transform has left its result, and the other of the two buffers it was given. */
export interface Transformed {
  result: GPUBuffer
  room: GPUBuffer
}

/** Unnormalised transforms exp(−2πi·jf/rows) along the rows of matrices rows × 4·quads, whose columns are the real and the imaginary part of a sequence in turn. */
export interface ColumnFourier {
  /** Transforms `given`; both buffers are overwritten, and one of them has the result. */
  run(given: GPUBuffer, room: GPUBuffer, quads: number): Transformed
}

/**
 * Transforms of one length: in stages of radices up to 16, or, where a prime factor past 13 is left, by a convolution of about twice the length. O(rows · quads · log rows); tables of 8 bytes per row (24 for a
 * convolution, and room for its work), which live as long as `room`.
 */
export function columnFourier(card: Card, room: Room, rows: number): ColumnFourier {
  const stages = stagesOf(rows)
  return stages ? new Stages(card, room, rows, stages) : new Convolution(card, room, rows)
}

/** The radices of the stages of a transform of this length; null where a prime is left that no stage has. */
export function stagesOf(length: number): number[] | null {
  const stages: number[] = []
  for (let rest = length; rest > 1; ) {
    let radix = LARGEST_RADIX
    while (radix > 1 && rest % radix !== 0) radix--
    if (radix === 1) return null
    stages.push(radix)
    rest /= radix
  }
  return stages
}

class Stages implements ColumnFourier {
  private readonly card: Card
  private readonly rows: number
  private readonly stages: readonly number[]
  private readonly table: GPUBuffer

  constructor(card: Card, room: Room, rows: number, stages: readonly number[]) {
    this.card = card
    this.rows = rows
    this.stages = stages
    const turns = Float64Array.from({ length: rows }, (_, j) => j / rows)
    this.table = room.singles(unitNumbers(turns))
  }

  run(given: GPUBuffer, room: GPUBuffer, quads: number): Transformed {
    const { card, rows } = this
    let [from, to] = [given, room]
    let done = 1
    for (const radix of this.stages) {
      const groups = Math.ceil(((rows / radix) * quads) / 256)
      card.run(stageKernel(radix), [rows, quads, done], [this.table, from, to], groups)
      done *= radix
      ;[from, to] = [to, from]
    }
    return { result: from, room: to }
  }
}

/** Any length by two transforms of a convenient one, since jf = (j² + f² − (f − j)²) / 2. Source: Bluestein, 1970. */
class Convolution implements ColumnFourier {
  private readonly card: Card
  private readonly rows: number
  private readonly long: number
  private readonly inner: ColumnFourier
  private readonly chirp: GPUBuffer
  private readonly spectrum: GPUBuffer
  private readonly room: Room
  private work: { buffers: readonly [GPUBuffer, GPUBuffer]; quads: number } | null = null

  constructor(card: Card, room: Room, rows: number) {
    this.card = card
    this.room = room
    this.rows = rows
    this.long = nextSmooth(2 * rows - 1)
    this.inner = columnFourier(card, room, this.long)
    const turns = new Float64Array(rows)
    // j² modulo 2·rows: the square itself may have more digits than a number keeps.
    for (let j = 0, square = 0; j < rows; square = (square + 2 * j + 1) % (2 * rows), j++)
      turns[j] = square / (2 * rows)
    const chirp = unitNumbers(turns)
    this.chirp = room.singles(chirp)
    const wrapped = new Float32Array(4 * this.long)
    for (let j = 0; j < rows; j++)
      for (const at of [j, (this.long - j) % this.long]) wrapped.set([chirp[2 * j], -chirp[2 * j + 1]], 4 * at)
    const spectrum = this.inner.run(room.singles(wrapped), room.empty(4 * this.long), 1)
    room.drop(spectrum.room)
    this.spectrum = spectrum.result
  }

  run(given: GPUBuffer, room: GPUBuffer, all: number): Transformed {
    const { card, rows, long } = this
    const { buffers, quads: most } = this.workFor(all)
    for (let first = 0; first < all; first += most) {
      const quads = Math.min(most, all - first)
      const settings = [rows, long, quads, all, first]
      const groups = Math.ceil((long * quads) / 256)
      card.run(chirpKernel, settings, [this.chirp, given, buffers[0]], groups)
      const there = this.inner.run(...buffers, quads)
      card.run(convolveKernel, [long, quads], [this.spectrum, there.result, there.room], groups)
      const back = this.inner.run(there.room, there.result, quads)
      card.run(unchirpKernel, settings, [this.chirp, back.result, room], Math.ceil((rows * quads) / 256))
    }
    return { result: room, room: given }
  }

  private workFor(all: number): { buffers: readonly [GPUBuffer, GPUBuffer]; quads: number } {
    const quads = Math.min(all, Math.max(Math.floor(CONVOLVED / (4 * this.long)), 1))
    if (this.work?.quads !== quads) {
      for (const buffer of this.work?.buffers ?? []) this.room.drop(buffer)
      const numbers = 4 * this.long * quads
      this.work = { buffers: [this.room.empty(numbers), this.room.empty(numbers)], quads }
    }
    return this.work
  }
}

/** exp(−2πi·turn) for each turn: real and imaginary part one after the other. */
function unitNumbers(turns: Float64Array): Float32Array {
  const result = new Float32Array(2 * turns.length)
  for (let j = 0; j < turns.length; j++) {
    result[2 * j] = cosine(2 * Math.PI * turns[j])
    result[2 * j + 1] = -sine(2 * Math.PI * turns[j])
  }
  return result
}
