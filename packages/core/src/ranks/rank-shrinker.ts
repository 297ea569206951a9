import { ColumnFft } from '../fft/column-fft.ts'
import type { Block, Kernels } from '../kernels/kernels.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import type { Communicator } from './communicator.ts'
import { type Share, shares } from './share.ts'

/**
 * `TensorShrinker` over ranks that hold `share(samples, size, rank)` each, with the same result on each rank's samples. Four messages a call, each of
 * n·m·k/size numbers a rank: samples to columns (a rank transforms its columns over all samples), to frequencies (it shrinks its frequencies over all columns),
 * and back the same way. Memory 3·n·m·k/size doubles beside the tables of the transform.
 */
export class RankShrinker {
  /** Input and result: row i holds this rank's sample i, view v in columns v·k … v·k + k − 1; `stride` doubles from row to row. */
  readonly block: Block
  readonly stride: number
  private readonly kernels: Kernels
  private readonly communicator: Communicator
  private readonly samples: number
  private readonly latent: number
  private readonly views: number
  private readonly rowShares: Share[]
  /** Pairs of columns, since the transform takes two at once. */
  private readonly columnShares: Share[]
  /** Rows of the spectrum, two a frequency. */
  private readonly spectrumShares: Share[]
  private readonly fft: ColumnFft | null
  private readonly columns: Block
  private readonly stage: Block
  private readonly work: Block

  constructor(kernels: Kernels, communicator: Communicator, samples: number, latent: number, views: number) {
    const { size, rank } = communicator
    this.kernels = kernels
    this.communicator = communicator
    this.samples = samples
    this.latent = latent
    this.views = views
    this.stride = latent * views + ((latent * views) % 2)
    this.rowShares = shares(samples, size)
    this.columnShares = shares(this.stride / 2, size).map(({ begin, end }) => ({ begin: 2 * begin, end: 2 * end }))
    this.spectrumShares = shares(Math.floor(samples / 2) + 1, size).map(({ begin, end }) => ({
      begin: 2 * begin,
      end: 2 * end,
    }))
    const width = length(this.columnShares[rank])
    this.fft = width > 0 ? new ColumnFft(kernels, samples, width) : null
    this.columns = kernels.allocate((samples + 2) * width)
    const rows = Math.max(length(this.rowShares[rank]), length(this.spectrumShares[rank]))
    this.block = kernels.allocate(rows * this.stride)
    this.stage = kernels.allocate(rows * this.stride)
    this.work = kernels.allocate(4 * views * (latent + 1) + 7 * views * views)
    this.block.f64.fill(0)
  }

  /** As `TensorShrinker.shrink`: lowers the singular values of every frequency slice by τ and returns ‖ℋ‖⊛ over all ranks. */
  shrink(tau: number): number {
    this.toColumns(this.rowShares)
    this.fft?.forward(this.columns)
    this.fromColumns(this.spectrumShares)
    const norm = Float64Array.of(this.shrinkOwnFrequencies(tau))
    this.toColumns(this.spectrumShares)
    this.fft?.inverse(this.columns)
    this.fromColumns(this.rowShares)
    this.communicator.allReduceSum(norm)
    return norm[0] / this.samples
  }

  /** The same for this rank's rows of one n×k matrix a view; returns new matrices and ‖ℋ‖⊛. */
  shrinkMatrices(slices: readonly Matrix[], tau: number): { matrices: Matrix[]; nuclearNorm: number } {
    const { stride, latent: k } = this
    const rows = slices[0].rows
    const inside = this.block.f64
    slices.forEach(({ data }, v) => {
      for (let i = 0; i < rows; i++) for (let l = 0; l < k; l++) inside[i * stride + v * k + l] = data[i * k + l]
    })
    const nuclearNorm = this.shrink(tau)
    const shrunk = this.block.f64
    const matrices = slices.map((_, v) => {
      const result = matrix(rows, k)
      for (let i = 0; i < rows; i++) for (let l = 0; l < k; l++) result.data[i * k + l] = shrunk[i * stride + v * k + l]
      return result
    })
    return { matrices, nuclearNorm }
  }

  /** Rows of `block`, of which each rank holds its share, to whole columns in `columns`. */
  private toColumns(rowShares: readonly Share[]): void {
    const { communicator, columnShares, stride } = this
    const { rank } = communicator
    const rows = length(rowShares[rank])
    const from = this.block.f64
    const packed = this.stage.f64
    let at = 0
    for (const { begin, end } of columnShares)
      for (let i = 0; i < rows; i++) for (let j = i * stride + begin; j < i * stride + end; j++) packed[at++] = from[j]
    const width = length(columnShares[rank])
    communicator.allToAll(
      packed,
      columnShares.map((share) => rows * length(share)),
      this.columns.f64,
      rowShares.map((share) => length(share) * width),
    )
  }

  /** The way back. */
  private fromColumns(rowShares: readonly Share[]): void {
    const { communicator, columnShares, stride } = this
    const { rank } = communicator
    const rows = length(rowShares[rank])
    const width = length(columnShares[rank])
    const packed = this.stage.f64
    communicator.allToAll(
      this.columns.f64,
      rowShares.map((share) => length(share) * width),
      packed,
      columnShares.map((share) => rows * length(share)),
    )
    const to = this.block.f64
    let at = 0
    for (const { begin, end } of columnShares)
      for (let i = 0; i < rows; i++) for (let j = i * stride + begin; j < i * stride + end; j++) to[j] = packed[at++]
  }

  /** Shrinks this rank's frequencies in `block`; gives the sum of the singular values left, mirrored frequencies counted twice. */
  private shrinkOwnFrequencies(tau: number): number {
    const { kernels, stride, samples, latent, views } = this
    const { begin, end } = this.spectrumShares[this.communicator.rank]
    let sum = 0
    for (let row = begin; row < end; row += 2) {
      const slice = this.block.pointer + (row - begin) * stride * 8
      const left = kernels.call.shrinkSpectrum(slice, stride * 8, 1, latent, views, tau, 0, 0, this.work.pointer)
      sum += row === 0 || row === samples ? left : 2 * left
    }
    return sum
  }
}

function length({ begin, end }: Share): number {
  return end - begin
}
