import type { BufferPart, Card } from '../card.ts'
import { bits } from '../dense/bits.ts'
import { type ColumnFourier, columnFourier } from '../fourier/column-fourier.ts'
import type { Room } from '../room.ts'
import { joinKernel, separateKernel, shrinkKernel } from './shrink-kernels.ts'

/** Slices per workgroup of the kernel. */
const SLICES = 64

/** Tensor shrinkage on the card for a fixed shape: `rows` samples, `views` matrices of `latent` columns side by side, each `width` wide with zeros behind. */
export class TensorShrinkage {
  private readonly card: Card
  private readonly fourier: ColumnFourier
  private readonly rows: number
  private readonly latent: number
  private readonly width: number
  private readonly views: number
  private readonly sums: GPUBuffer

  constructor(card: Card, room: Room, rows: number, latent: number, width: number, views: number) {
    this.card = card
    this.fourier = columnFourier(card, room, rows)
    this.rows = rows
    this.latent = latent
    this.width = width
    this.views = views
    this.sums = room.empty(Math.ceil(this.frequencies / SLICES))
  }

  /** Numbers that both buffers of `shrink` must have room for: a little more than the matrices. */
  static numbersFor(rows: number, width: number, views: number): number {
    return 2 * (Math.floor(rows / 2) + 1) * width * views
  }

  /**
   * The minimiser of ½‖ℋ − given‖² + τ‖ℋ‖⊛, in `result`, one of the two buffers; the other one is overwritten. Its nuclear norm comes with `norm`. O(n·m·k·(log n + m)).
   */
  shrink(given: GPUBuffer, room: GPUBuffer, tau: number): { result: GPUBuffer; room: GPUBuffer } {
    const { card, fourier, rows, latent, width, views, frequencies } = this
    const stride = width * views
    const shape = [rows, stride / 2, frequencies]
    const there = fourier.run(given, room, stride / 4)
    card.run(separateKernel, shape, [there.result, there.room], Math.ceil((frequencies * stride) / 512))
    const settings = [rows, latent, width, frequencies, ...bits(tau)]
    card.run(shrinkKernel(views), settings, [there.room, this.sums], Math.ceil(frequencies / SLICES))
    card.run(joinKernel, shape, [there.room, there.result], Math.ceil((rows * stride) / 512))
    return fourier.run(there.result, there.room, stride / 4)
  }

  /** What ‖ℋ‖⊛ of what was shrunk last is made of by `norm`. */
  get part(): BufferPart {
    return { buffer: this.sums, length: Math.ceil(this.frequencies / SLICES) }
  }

  /** The sum of the singular values left over all slices, over n. */
  norm(part: ArrayBuffer): number {
    return new Float32Array(part).reduce((sum, value) => sum + value, 0) / this.rows
  }

  private get frequencies(): number {
    return Math.floor(this.rows / 2) + 1
  }
}
