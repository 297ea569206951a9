import type { Progress } from '@manyview/core'
import {
  type DeviceDstl,
  type DeviceDstlSettings,
  type DeviceView,
  type DstlRows,
  type DstlStep,
  type Matrix,
  matrix,
  type ViewProducts,
} from '@manyview/core/numerics'
import type { Card } from '../card.ts'
import { bits } from '../dense/bits.ts'
import { type CardMatrix, emptyMatrix, gram, multiplyInto, paddedWidth } from '../dense/card-matrix.ts'
import type { Room } from '../room.ts'
import { absentViews, type CardView, cardView } from './card-views.ts'
import { agreeKernel, splitKernel, sumKernel } from './latent-kernels.ts'
import { TensorShrinkage } from './tensor-shrinkage.ts'

/** Workgroups at the most whose sums are added up here, in double precision. */
const GROUPS = 1024
const PROGRESS: Progress = { stage: 'iterating', iteration: 0, total: 1 }

/**
 * DSTL on the card, in single precision: views, S, H, Y and room to work in stay there, small matrices and sums come back. 4·n·(Σd + 3·m·w + 2·w + 3) bytes for n samples, m views and latent dimension w (d and w
 * the next multiples of 4), and what a transform of an inconvenient length takes.
 */
export class CardDstl implements DeviceDstl {
  readonly squaredNorm: number
  private readonly card: Card
  private readonly room: Room
  private readonly X: readonly CardView[]
  private readonly settings: DeviceDstlSettings
  private readonly rows: number
  private readonly width: number
  private readonly shrinkage: TensorShrinkage
  private readonly S: GPUBuffer
  /** H, and room of the same size: they change places. */
  private H: GPUBuffer
  private spare: GPUBuffer
  private readonly Y: CardMatrix
  private readonly F: CardMatrix
  private readonly absent: GPUBuffer
  private readonly gaps: number
  private readonly sums: GPUBuffer
  private readonly tops: GPUBuffer
  private found = new Int32Array(0)

  /** Brings the views to the card. */
  static *open(card: Card, views: readonly DeviceView[], settings: DeviceDstlSettings): Generator<Progress, CardDstl> {
    const room = card.room()
    try {
      const X: CardView[] = []
      for (const view of views) X.push(yield* cardView(card, room, view))
      const made = new CardDstl(card, room, X, absentViews(views, views[0].rows.rows), settings)
      yield* card.settle(PROGRESS)
      return made
    } catch (error) {
      room.free()
      throw error
    }
  }

  private constructor(
    card: Card,
    room: Room,
    X: readonly CardView[],
    absent: Uint32Array | null,
    settings: DeviceDstlSettings,
  ) {
    const { latent } = settings
    const rows = X[0].pieces.reduce((sum, piece) => sum + piece.rows.rows, 0)
    const width = paddedWidth(latent)
    const numbers = TensorShrinkage.numbersFor(rows, width, X.length)
    this.card = card
    this.room = room
    this.X = X
    this.settings = settings
    this.rows = rows
    this.width = width
    this.squaredNorm = X.reduce((sum, view) => sum + view.squaredNorm, 0)
    this.shrinkage = new TensorShrinkage(card, room, rows, latent, width, X.length)
    this.S = room.empty(rows * width * X.length)
    this.H = room.empty(numbers)
    this.spare = room.empty(numbers)
    this.Y = emptyMatrix(room, rows, latent)
    this.F = emptyMatrix(room, rows, latent)
    this.absent = room.integers(absent ?? [0])
    this.gaps = absent ? 1 : 0
    this.sums = room.empty(4 * GROUPS * X.length)
    this.tops = room.empty(rows)
  }

  *step(W: readonly Matrix[], C: readonly Matrix[]): Generator<Progress, DstlStep> {
    const { card, rows, width, X } = this
    const { latent, threshold, lambda3, tau, mean } = this.settings
    const inner = card.room()
    try {
      for (const [v, view] of X.entries())
        for (const { begin, rows: piece } of view.pieces)
          multiplyInto(card, inner, this.columns(this.spare, v, begin, piece.rows), piece, W[v])
      const quads = (width * X.length) / 4
      const split = [rows, quads, width / 4, latent, threshold === null ? 0 : 1, this.gaps]
      const turned = inner.singles(this.turned(C))
      card.run(
        splitKernel,
        [...split, ...bits(threshold ?? 0, lambda3)],
        [this.spare, this.Y.buffer, turned, this.absent, this.H, this.S],
        Math.ceil((rows * quads) / 256),
      )
      const shrunk = this.shrinkage.shrink(this.H, this.spare, tau)
      this.H = shrunk.result
      this.spare = shrunk.room
      multiplyInto(card, inner, this.F, this.allOf(this.H), this.stacked(C, mean ? 1 / X.length : 1))
      const groups = Math.min(Math.ceil(rows / 256), GROUPS)
      card.run(agreeKernel, [rows, width, latent, groups], [this.F.buffer, this.Y.buffer, this.tops, this.sums], groups)
      const nuclearNorm = yield* this.shrinkage.norm(PROGRESS)
      const [difference, size] = yield* this.total(0, groups)
      this.found = new Int32Array(yield* card.read(this.tops, rows, PROGRESS))
      return { nuclearNorm, difference, size }
    } finally {
      inner.free()
    }
  }

  *products(): Generator<Progress, ViewProducts[]> {
    const { card, rows, width, X } = this
    const { latent } = this.settings
    const groups = Math.min(Math.ceil((rows * width) / 1024), GROUPS)
    for (const v of X.keys()) {
      const settings = [rows, (width * X.length) / 4, width / 4, v, this.gaps, groups]
      card.run(sumKernel, settings, [this.S, this.H, this.absent, this.spare, this.sums], groups)
    }
    const agreements = yield* gram(card, this.allOf(this.H), this.Y, PROGRESS)
    const found: ViewProducts[] = []
    for (const [v, view] of X.entries()) {
      const [squares, absolute, related] = yield* this.total(v * groups, groups)
      const images = matrix(view.features, latent)
      for (const { begin, rows: piece } of view.pieces) {
        const part = yield* gram(card, piece, this.columns(this.spare, v, begin, piece.rows), PROGRESS)
        for (let p = 0; p < part.data.length; p++) images.data[p] += part.data[p]
      }
      const own = this.columns(this.spare, v, 0, rows)
      found.push({
        images,
        agreement: matrix(latent, latent, rowsFrom(agreements, v * width, latent)),
        sums: { squares, absolute, related },
        gram: view.features < latent ? yield* gram(card, own, own, PROGRESS) : null,
      })
    }
    return found
  }

  largest(): Int32Array {
    return this.found
  }

  *read(): Generator<Progress, DstlRows> {
    const { card, rows, width, X } = this
    const { latent } = this.settings
    const stride = width * X.length
    const parts = function* (buffer: GPUBuffer, all: number, count: number) {
      const values = new Float32Array(yield* card.read(buffer, rows * all, PROGRESS))
      return Array.from({ length: count }, (_, v) => {
        const result = matrix(rows, latent)
        for (let i = 0; i < rows; i++)
          for (let l = 0; l < latent; l++) result.data[i * latent + l] = values[i * all + v * width + l]
        return result
      })
    }
    const S = yield* parts(this.S, stride, X.length)
    const H = yield* parts(this.H, stride, X.length)
    const [Y] = yield* parts(this.Y.buffer, width, 1)
    return { S, H, Y }
  }

  write({ S, H, Y }: Partial<DstlRows>): void {
    const put = (buffer: GPUBuffer, parts: readonly Matrix[]) => {
      const stride = this.width * parts.length
      const values = new Float32Array(this.rows * stride)
      for (const [v, { columns, data }] of parts.entries())
        for (let p = 0; p < data.length; p++)
          values[Math.floor(p / columns) * stride + v * this.width + (p % columns)] = data[p]
      this.card.write(buffer, 0, values)
    }
    if (S) put(this.S, S)
    if (H) put(this.H, H)
    if (Y) put(this.Y.buffer, [Y])
  }

  close(): void {
    this.room.free()
  }

  /** Rows `begin` … of view v in a buffer that holds all views side by side. */
  private columns(buffer: GPUBuffer, v: number, begin: number, rows: number): CardMatrix {
    const { width, X, settings } = this
    const stride = width * X.length
    return { buffer, rows, columns: settings.latent, width, stride, first: begin * stride + v * width }
  }

  /** All views of such a buffer. */
  private allOf(buffer: GPUBuffer): CardMatrix {
    const width = this.width * this.X.length
    return { buffer, rows: this.rows, columns: width, width, stride: width, first: 0 }
  }

  /** Cᵀ of all views, one below the other (m·k × w). */
  private turned(C: readonly Matrix[]): Float32Array {
    const { latent: k } = this.settings
    const result = new Float32Array(C.length * k * this.width)
    for (const [v, { data }] of C.entries())
      for (let i = 0; i < k; i++) for (let j = 0; j < k; j++) result[(v * k + j) * this.width + i] = data[i * k + j]
    return result
  }

  /** `scale` times C of all views, one below the other with zeros between them, as `allOf` is multiplied by them. */
  private stacked(C: readonly Matrix[], scale: number): Matrix {
    const { latent: k } = this.settings
    const result = matrix(C.length * this.width, k)
    for (const [v, { data }] of C.entries())
      for (let p = 0; p < k * k; p++) result.data[v * this.width * k + p] = scale * data[p]
    return result
  }

  /** The sums that workgroups have left, from number `first` on. */
  private *total(first: number, groups: number): Generator<Progress, number[]> {
    const parts = new Float32Array(yield* this.card.read(this.sums, 4 * (first + groups), PROGRESS))
    const totals = [0, 0, 0]
    for (let g = first; g < first + groups; g++) for (let s = 0; s < 3; s++) totals[s] += parts[4 * g + s]
    return totals
  }
}

/** Rows `first` … `first` + `count` − 1 of a matrix. */
function rowsFrom({ columns, data }: Matrix, first: number, count: number): Float64Array {
  return data.slice(first * columns, (first + count) * columns)
}
