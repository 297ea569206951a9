import { InputError } from '../../input-error.ts'
import type { Block, KernelCall, Kernels } from '../../runtime/kernels/kernels.ts'
import { paddedToFour, paddedToTwo } from '../../runtime/kernels/pack-matrix.ts'
import { ColumnFft } from '../fft/column-fft.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'

/** Frequencies per call of the kernel. */
const FREQUENCIES = 64

/**
 * Shrinks tensors of a fixed shape in WebAssembly memory: samples n, latent dimension k, views m. It is made once and used at every
 * iteration, on all threads; tables and the block (about (n + 3)·m·(k + k mod 2) doubles, and some megabytes) live on the stack of `kernels`.
 */
export class TensorShrinker {
  /** Input and result: row i holds sample i, view v from column v·width on; `stride` = m·width doubles from row to row. Rows past the samples hold leftovers. */
  readonly block: Block
  readonly stride: number
  /** The latent dimension, made even by a column of zeros. */
  readonly width: number
  private readonly kernels: Kernels
  private readonly fft: ColumnFft
  private readonly samples: number
  private readonly latent: number
  private readonly views: number

  constructor(kernels: Kernels, samples: number, latent: number, views: number) {
    this.kernels = kernels
    this.samples = samples
    this.latent = latent
    this.views = views
    this.width = paddedToTwo(latent)
    this.fft = new ColumnFft(kernels, samples, this.width * views)
    this.stride = this.fft.stride
    this.block = kernels.allocate(Math.max(this.fft.blockLength, paddedToFour(samples) * this.stride))
    this.block.f64.fill(0)
  }

  /**
   * Writes the minimiser of ½‖ℋ − block‖² + τ‖ℋ‖⊛ to the block: every frequency slice (k×m, unnormalised transform along the samples)
   * has its singular values lowered by τ, at 0 the lowest. Returns ‖ℋ‖⊛, the sum of the singular values left over all n slices, over n.
   * O(n·m·k·(log n + m)).
   */
  shrink(tau: number): number {
    this.fft.forward(this.block)
    const sum = this.shrinkSpectrum(tau)
    this.fft.inverse(this.block)
    return sum / this.samples
  }

  /** Shrinks the spectrum in the block, the step between the two transforms, and returns the sum of the singular values left. */
  shrinkSpectrum(tau: number): number {
    const { kernels, block, stride, samples, width, views } = this
    const last = Math.floor(samples / 2)
    const calls: KernelCall<'shrinkSpectrum'>[] = []
    for (let f = 0; f <= last; f += FREQUENCIES)
      calls.push([block.pointer, stride * 8, samples, width, views, tau, f, Math.min(f + FREQUENCIES - 1, last)])
    const parts = kernels.share('shrinkSpectrum', calls, spectrumScratch(views, width))
    let sum = 0
    for (let c = 0; c < calls.length; c++) sum += parts[c]
    return sum
  }

  /** Shrinks one n×k matrix per view from outside the block; returns new matrices and ‖ℋ‖⊛. */
  shrinkMatrices(slices: readonly Matrix[], tau: number): { matrices: Matrix[]; nuclearNorm: number } {
    const { stride, width, samples: n, latent: k } = this
    const entries = this.block.f64
    slices.forEach(({ data }, v) => {
      for (let i = 0; i < n; i++) for (let l = 0; l < k; l++) entries[i * stride + v * width + l] = data[i * k + l]
    })
    const nuclearNorm = this.shrink(tau)
    const shrunk = this.block.f64
    const matrices = slices.map((_, v) => {
      const result = matrix(n, k)
      for (let i = 0; i < n; i++)
        for (let l = 0; l < k; l++) result.data[i * k + l] = shrunk[i * stride + v * width + l]
      return result
    })
    return { matrices, nuclearNorm }
  }
}

/** Counts the doubles of scratch space that the kernel `shrinkSpectrum` needs. */
export function spectrumScratch(views: number, width: number): number {
  return 2 * views * width + 40 * views * views + 66 * views + 84
}

/**
 * Soft-thresholds the singular values of a slim tensor in the Fourier domain: it takes one n×k matrix per view and returns matrices of these shapes. The transform runs
 * along the n samples, unnormalised, and each of the n frequency slices (k×m) has its singular values lowered by τ ≥ 0, at 0 the lowest.
 * For many calls of one shape keep a TensorShrinker. O(n·m·k·(log n + m)). Source: DSTL, ℋ-step.
 */
export function tensorShrink(kernels: Kernels, slices: readonly Matrix[], tau: number): Matrix[] {
  const { rows: n, columns: k } = checkSlices(slices, tau)
  if (n === 0 || k === 0) return slices.map(() => matrix(n, k))
  const mark = kernels.mark()
  try {
    return new TensorShrinker(kernels, n, k, slices.length).shrinkMatrices(slices, tau).matrices
  } finally {
    kernels.release(mark)
  }
}

/** Returns the first slice; refuses a tensor without slices or with slices of different shapes, and a threshold that is negative or not a number. */
export function checkSlices(slices: readonly Matrix[], tau: number): Matrix {
  if (slices.length === 0)
    throw new InputError('there is no slice (0), give one matrix a view', { code: 'no-views', argument: 'slices' })
  if (!(tau >= 0))
    throw new InputError(`the threshold is negative or not a number (${tau}), use 0 or more`, {
      code: 'bad-threshold',
      argument: 'tau',
      details: { tau },
    })
  const first = slices[0]
  slices.forEach(({ rows, columns }, v) => {
    if (rows !== first.rows || columns !== first.columns)
      throw new InputError(
        `slice ${v} is ${rows}×${columns} but slice 0 is ${first.rows}×${first.columns}, give slices of one shape`,
        { code: 'different-shapes', argument: 'slices', details: { slice: v, rows, columns } },
      )
  })
  return first
}
