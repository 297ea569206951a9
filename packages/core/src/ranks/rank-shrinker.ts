import { ColumnFft } from '../fft/column-fft.ts'
import type { Block, Kernels } from '../kernels/kernels.ts'
import { paddedToFour, paddedToTwo } from '../kernels/pack-matrix.ts'
import type { Communicator } from './communicator.ts'
import { type Share, shares } from './share.ts'

/** Frequencies a call. */
const FREQUENCIES = 64

/**
 * `TensorShrinker` over ranks that hold `share(samples, size, rank)` each, with the same result on each rank's samples. Four messages a call, each of
 * n·m·k/size numbers a rank: samples to columns (a rank transforms its columns over all samples), to frequencies (it shrinks its frequencies over all columns),
 * and back the same way. Memory 3·n·m·k/size doubles beside the tables of the transform.
 */
export class RankShrinker {
  /** Input and result, as that of a TensorShrinker: row i holds this rank's sample i, view v from column v·width on. Rows past the samples hold leftovers. */
  readonly block: Block
  readonly stride: number
  private readonly kernels: Kernels
  private readonly communicator: Communicator
  private readonly samples: number
  /** The latent dimension, made even by a column of zeros. */
  private readonly width: number
  private readonly views: number
  private readonly rowShares: Share[]
  /** Pairs of columns, since the transform takes two at once. */
  private readonly columnShares: Share[]
  /** Rows of the spectrum, two a frequency. */
  private readonly spectrumShares: Share[]
  private readonly fft: ColumnFft | null
  private readonly columns: Block
  private readonly stage: Block

  constructor(kernels: Kernels, communicator: Communicator, samples: number, latent: number, views: number) {
    const { size, rank } = communicator
    this.kernels = kernels
    this.communicator = communicator
    this.samples = samples
    this.width = paddedToTwo(latent)
    this.views = views
    this.stride = this.width * views
    this.rowShares = shares(samples, size)
    this.columnShares = shares(this.stride / 2, size).map(({ begin, end }) => ({ begin: 2 * begin, end: 2 * end }))
    this.spectrumShares = shares(Math.floor(samples / 2) + 1, size).map(({ begin, end }) => ({
      begin: 2 * begin,
      end: 2 * end,
    }))
    const own = length(this.columnShares[rank])
    this.fft = own > 0 ? new ColumnFft(kernels, samples, own) : null
    this.columns = kernels.allocate((samples + 2) * own)
    const rows = Math.max(paddedToFour(length(this.rowShares[rank])), length(this.spectrumShares[rank]))
    this.block = kernels.allocate(rows * this.stride)
    this.stage = kernels.allocate(rows * this.stride)
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

  /** Rows of `block`, of which each rank holds its share, to whole columns in `columns`. */
  private toColumns(rowShares: readonly Share[]): void {
    const { communicator, columnShares, stride } = this
    const { rank } = communicator
    const rows = length(rowShares[rank])
    const from = this.block.f64
    const packed = this.stage.f64
    let at = 0
    for (const share of columnShares) {
      copyColumns(from, share.begin, stride, packed, at, length(share), rows, length(share))
      at += rows * length(share)
    }
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
    for (const share of columnShares) {
      copyColumns(packed, at, length(share), to, share.begin, stride, rows, length(share))
      at += rows * length(share)
    }
  }

  /** Shrinks this rank's frequencies in `block`; gives the sum of the singular values left, mirrored frequencies counted twice. */
  private shrinkOwnFrequencies(tau: number): number {
    const { kernels, stride, samples, width, views } = this
    const { begin, end } = this.spectrumShares[this.communicator.rank]
    // Where frequency 0 would lie.
    const origin = this.block.pointer - begin * stride * 8
    const calls: number[][] = []
    for (let f = begin / 2; f < end / 2; f += FREQUENCIES)
      calls.push([origin, stride * 8, samples, width, views, tau, f, Math.min(f + FREQUENCIES, end / 2) - 1])
    const parts = kernels.share('shrinkSpectrum', calls, 4 * views * width + 7 * views * views)
    let sum = 0
    for (let c = 0; c < calls.length; c++) sum += parts[c]
    return sum
  }
}

/** Copies `rows` pieces of `width` numbers, which lie `fromStep` and `toStep` numbers apart. */
function copyColumns(
  from: Float64Array,
  fromFirst: number,
  fromStep: number,
  to: Float64Array,
  toFirst: number,
  toStep: number,
  rows: number,
  width: number,
): void {
  // Copying by the engine pays from about this many numbers on.
  if (width >= 16)
    for (let i = 0, a = fromFirst, b = toFirst; i < rows; i++, a += fromStep, b += toStep)
      to.set(from.subarray(a, a + width), b)
  else
    for (let i = 0, a = fromFirst, b = toFirst; i < rows; i++, a += fromStep, b += toStep)
      for (let j = 0; j < width; j++) to[b + j] = from[a + j]
}

function length({ begin, end }: Share): number {
  return end - begin
}
