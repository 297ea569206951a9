import type { Progress } from '@manyview/core'
import {
  type DeviceDstl,
  type DeviceDstlSettings,
  type DeviceDstlStep,
  type DeviceView,
  type DstlRows,
  type Matrix,
  matrix,
  type ViewProducts,
} from '@manyview/core/numerics'
import type { BufferPart, Card } from '../card.ts'
import { bits } from '../dense/bits.ts'
import { type CardMatrix, download, emptyMatrix, gramLater, multiplyInto, paddedWidth } from '../dense/card-matrix.ts'
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
  private readonly moves: GPUBuffer
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
    this.moves = room.empty(4 * GROUPS)
    this.tops = room.empty(rows)
  }

  *step(W: readonly Matrix[], C: readonly Matrix[]): Generator<Progress, DeviceDstlStep> {
    const { card, rows, width, X } = this
    const { latent, threshold, lambda3, tau, mean } = this.settings
    const room = card.room()
    try {
      for (const [v, view] of X.entries())
        for (const { begin, rows: piece } of view.pieces)
          multiplyInto(card, room, this.columns(this.spare, v, begin, piece.rows), piece, W[v])
      const quads = (width * X.length) / 4
      const split = [rows, quads, width / 4, latent, threshold === null ? 0 : 1, this.gaps]
      const turned = room.singles(this.turned(C))
      card.run(
        splitKernel,
        [...split, ...bits(threshold ?? 0, lambda3)],
        [this.spare, this.Y.buffer, turned, this.absent, this.H, this.S],
        Math.ceil((rows * quads) / 256),
      )
      const shrunk = this.shrinkage.shrink(this.H, this.spare, tau)
      this.H = shrunk.result
      this.spare = shrunk.room
      multiplyInto(card, room, this.F, this.allOf(this.H), this.stacked(C, mean ? 1 / X.length : 1))
      const groups = Math.min(Math.ceil(rows / 256), GROUPS)
      card.run(
        agreeKernel,
        [rows, width, latent, groups],
        [this.F.buffer, this.Y.buffer, this.tops, this.moves],
        groups,
      )
      const products = this.productsLater(room)
      const own = [this.shrinkage.part, { buffer: this.moves, length: 4 * groups }, { buffer: this.tops, length: rows }]
      const [slices, moves, tops, ...rest] = yield* card.readAll([...own, ...products.parts], PROGRESS)
      this.found = new Int32Array(tops)
      const [difference, size] = totals(moves)
      return { nuclearNorm: this.shrinkage.norm(slices), difference, size, views: products.made(rest) }
    } finally {
      room.free()
    }
  }

  *products(): Generator<Progress, ViewProducts[]> {
    const room = this.card.room()
    try {
      const { parts, made } = this.productsLater(room)
      return made(yield* this.card.readAll(parts, PROGRESS))
    } finally {
      room.free()
    }
  }

  /** Begins the products; gives what is to be read and what is made of it. */
  private productsLater(room: Room): Later {
    const { card, rows, width, X } = this
    const { latent } = this.settings
    const groups = Math.min(Math.ceil((rows * width) / 1024), GROUPS)
    for (const v of X.keys()) {
      const settings = [rows, (width * X.length) / 4, width / 4, v, this.gaps, groups]
      card.run(sumKernel, settings, [this.S, this.H, this.absent, this.spare, this.sums], groups)
    }
    const agreements = gramLater(card, room, this.allOf(this.H), this.Y)
    const images = X.map(({ pieces }, v) =>
      pieces.map(({ begin, rows: piece }) =>
        gramLater(card, room, piece, this.columns(this.spare, v, begin, piece.rows)),
      ),
    )
    const grams = X.map(({ features }, v) => {
      const own = this.columns(this.spare, v, 0, rows)
      return features < latent ? gramLater(card, room, own, own) : null
    })
    const all = [agreements, ...images.flat(), ...grams.filter((later) => later !== null)]
    const sums = { buffer: this.sums, length: 4 * groups * X.length }
    return {
      parts: [sums, ...all.map(({ part }) => part)],
      made([own, ...values]) {
        const found = new Map(all.map((later, p) => [later, later.sum(values[p])]))
        const agreed = found.get(agreements)!
        return X.map(({ features }, v) => {
          const image = matrix(features, latent)
          for (const later of images[v])
            for (const [p, value] of found.get(later)!.data.entries()) image.data[p] += value
          const [squares, absolute, related] = totals(own.slice(16 * groups * v, 16 * groups * (v + 1)))
          return {
            images: image,
            agreement: matrix(latent, latent, rowsFrom(agreed, v * width, latent)),
            sums: { squares, absolute, related },
            gram: grams[v] ? found.get(grams[v])! : null,
          }
        })
      },
    }
  }

  largest(): Int32Array {
    return this.found
  }

  *read(): Generator<Progress, DstlRows> {
    const { card, rows, X } = this
    const parts = function* (whole: (v: number) => CardMatrix) {
      const found: Matrix[] = []
      for (const v of X.keys()) found.push(yield* download(card, whole(v), PROGRESS))
      return found
    }
    const S = yield* parts((v) => this.columns(this.S, v, 0, rows))
    const H = yield* parts((v) => this.columns(this.H, v, 0, rows))
    return { S, H, Y: yield* this.readY() }
  }

  readY(): Generator<Progress, Matrix> {
    return download(this.card, this.Y, PROGRESS)
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
}

/** Work of the card that is to be read with other work, and what is made of it. */
interface Later {
  parts: BufferPart[]
  made: (values: ArrayBuffer[]) => ViewProducts[]
}

/** Sums of what workgroups have left, three of each four numbers. */
function totals(values: ArrayBuffer): number[] {
  const parts = new Float32Array(values)
  const sums = [0, 0, 0]
  for (let g = 0; g < parts.length; g += 4) for (let s = 0; s < 3; s++) sums[s] += parts[g + s]
  return sums
}

/** Rows `first` … `first` + `count` − 1 of a matrix. */
function rowsFrom({ columns, data }: Matrix, first: number, count: number): Float64Array {
  return data.slice(first * columns, (first + count) * columns)
}
