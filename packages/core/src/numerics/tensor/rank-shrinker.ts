import type { Block, KernelCall, Kernels } from '../../runtime/kernels/kernels.ts'
import { paddedToFour, paddedToTwo } from '../../runtime/kernels/pack-matrix.ts'
import { workRanges } from '../../runtime/kernels/work-ranges.ts'
import type { Ranks } from '../../runtime/ranks/ranks.ts'
import { type Share, shares } from '../../runtime/ranks/share.ts'
import { ColumnFft } from '../fft/column-fft.ts'
import { spectrumScratch } from './tensor-shrinker.ts'

/** Frequencies per call of the kernel. */
const FREQUENCIES = 64
/** Doubles that a rank sends at once: 4 MiB, little enough to stay in its caches. */
const STAGE = 524_288
/** Bytes of columns and rows together, 1 GiB, beyond which each gets a memory: one holds 4 GiB at most, and the other variables of the fit lie beside the rows. */
const TOGETHER = 1_073_741_824

/**
 * Shrinks a tensor as `TensorShrinker` does over ranks that hold `share(samples, size, rank)` each; every rank gets the result for its samples. A call takes four transpositions, in which a rank sends
 * n·m·k/size numbers, except its own part, in messages of 4 MiB: samples to columns (a rank transforms its columns over all samples), to frequencies (it shrinks its frequencies over
 * all columns), and back the same way. Memory 2·n·m·k/size doubles beside the tables of the transform.
 */
export class RankShrinker {
  /** Input and result, laid out as the block of a TensorShrinker: row i holds this rank's sample i, view v from column v·width on. Rows past the samples hold leftovers. */
  readonly block: Block
  readonly stride: number
  private readonly kernels: Kernels
  private readonly ranks: Ranks
  private readonly samples: number
  /** The latent dimension, made even by a column of zeros. */
  private readonly width: number
  private readonly views: number
  private readonly rowShares: Share[]
  /** Pairs of columns, since the transform takes two at once. */
  private readonly columnShares: Share[]
  /** Rows of the spectrum, two per frequency. */
  private readonly spectrumShares: Share[]
  private readonly fft: ColumnFft | null
  private readonly columns: Block
  /** True where columns and rows are in one memory: then a rank's own piece is copied by a kernel and does not travel. */
  private readonly together: boolean
  /** Rows on their way to or from other ranks, one rank after the other. */
  private readonly stage: Block

  /** `together`: the most bytes that columns and rows may have in one memory; only tests ask for others. */
  constructor(kernels: Kernels, ranks: Ranks, samples: number, latent: number, views: number, together = TOGETHER) {
    const { size, rank } = ranks
    this.kernels = kernels
    this.ranks = ranks
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
    const ownColumns = length(this.columnShares[rank])
    const rows = Math.max(paddedToFour(length(this.rowShares[rank])), length(this.spectrumShares[rank]))
    this.together = 8 * (rows * this.stride + samples * ownColumns) <= together
    const apart = this.together ? kernels : kernels.another()
    this.fft = ownColumns > 0 ? new ColumnFft(apart, samples, ownColumns) : null
    this.columns = apart.allocate((samples + 2) * ownColumns)
    this.block = kernels.allocate(rows * this.stride)
    this.stage = kernels.allocate(Math.min(rows, this.rowsAtOnce()) * this.stride)
    this.block.f64.fill(0)
  }

  /** Lowers the singular values of every frequency slice by τ, as `TensorShrinker.shrink` does, and returns ‖ℋ‖⊛ over all ranks. */
  shrink(tau: number): number {
    this.toColumns(this.rowShares)
    this.fft?.forward(this.columns)
    this.fromColumns(this.spectrumShares)
    const norm = Float64Array.of(this.shrinkOwnFrequencies(tau))
    this.toColumns(this.spectrumShares)
    this.fft?.inverse(this.columns)
    this.fromColumns(this.rowShares)
    this.ranks.allReduceSum(norm)
    return norm[0] / this.samples
  }

  /** Sends rows of `block`, of which each rank holds its share, to whole columns in `columns`. */
  private toColumns(rowShares: readonly Share[]): void {
    const { ranks, stage, columns } = this
    for (const part of this.parts(rowShares)) {
      this.copyRows(part, true)
      const { stageCounts, columnCounts, columnPlaces } = part
      ranks.allToAll(stage.f64, stageCounts, columns.f64, columnCounts, { receive: columnPlaces })
    }
  }

  /** Sends whole columns in `columns` to rows of `block`, of which each rank holds its share. */
  private fromColumns(rowShares: readonly Share[]): void {
    const { ranks, stage, columns } = this
    for (const part of this.parts(rowShares)) {
      const { stageCounts, columnCounts, columnPlaces } = part
      ranks.allToAll(columns.f64, columnCounts, stage.f64, stageCounts, { send: columnPlaces })
      this.copyRows(part, false)
    }
  }

  /** Lists what moves at once; every rank has as many parts. */
  private parts(rowShares: readonly Share[]): Part[] {
    const { rank } = this.ranks
    const stays = (r: number) => r === rank && this.together
    const height = this.rowsAtOnce()
    const width = length(this.columnShares[rank])
    const most = rowShares.reduce((rows, share) => Math.max(rows, length(share)), 0)
    return Array.from({ length: Math.ceil(most / height) }, (_, p) => {
      const rows = rowShares.map(({ begin, end }) => ({
        begin: Math.min(begin + p * height, end),
        end: Math.min(begin + (p + 1) * height, end),
      }))
      const ownRows = rows[rank]
      return {
        first: ownRows.begin - rowShares[rank].begin,
        rows: length(ownRows),
        ownPlace: ownRows.begin * width,
        stageCounts: this.columnShares.map((share, r) => (stays(r) ? 0 : length(ownRows) * length(share))),
        columnCounts: rows.map((share, r) => (stays(r) ? 0 : length(share) * width)),
        columnPlaces: rows.map(({ begin }) => begin * width),
      }
    })
  }

  private rowsAtOnce(): number {
    return Math.max(1, Math.floor(STAGE / this.stride))
  }

  /** Copies the rows of a part from `block` to the stage and, the piece that stays, to `columns`; with `out` false back. */
  private copyRows({ first, rows, ownPlace, stageCounts }: Part, out: boolean): void {
    const { kernels, block, stage, columns, stride } = this
    let at = stage.pointer
    const calls = this.columnShares.flatMap((share, r) => {
      const width = length(share)
      const stays = stageCounts[r] === 0
      const packedAt = stays ? columns.pointer + 8 * ownPlace : at
      at += 8 * stageCounts[r]
      return workRanges(rows, 1, width).map(([begin, end]): KernelCall<'copyRows'> => {
        const blockSide = [block.pointer + 8 * ((first + begin) * stride + share.begin), 8 * stride] as const
        const packed = [packedAt + 8 * begin * width, 8 * width] as const
        return out ? [...blockSide, ...packed, end - begin, width] : [...packed, ...blockSide, end - begin, width]
      })
    })
    kernels.share('copyRows', calls)
  }

  /** Shrinks this rank's frequencies in `block` and returns the sum of the singular values left, mirrored frequencies counted twice. */
  private shrinkOwnFrequencies(tau: number): number {
    const { kernels, stride, samples, width, views } = this
    const { begin, end } = this.spectrumShares[this.ranks.rank]
    // Address at which frequency 0 would lie.
    const origin = this.block.pointer - begin * stride * 8
    const calls: KernelCall<'shrinkSpectrum'>[] = []
    for (let f = begin / 2; f < end / 2; f += FREQUENCIES)
      calls.push([origin, stride * 8, samples, width, views, tau, f, Math.min(f + FREQUENCIES, end / 2) - 1])
    const parts = kernels.share('shrinkSpectrum', calls, spectrumScratch(views, width))
    let sum = 0
    for (let c = 0; c < calls.length; c++) sum += parts[c]
    return sum
  }
}

/** Rows that move at once. */
interface Part {
  /** Row of `block` with which this rank's rows begin. */
  first: number
  /** Rows of this rank. */
  rows: number
  /** Place in `columns` at which this rank's rows begin. */
  ownPlace: number
  /** Numbers for or from each rank in the stage. */
  stageCounts: number[]
  /** Numbers for or from each rank in `columns`. */
  columnCounts: number[]
  /** Places in `columns` at which the numbers of each rank begin. */
  columnPlaces: number[]
}

function length({ begin, end }: Share): number {
  return end - begin
}
