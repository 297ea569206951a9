import { ColumnFft } from '../fft/column-fft.ts'
import type { Block, Kernels } from '../kernels/kernels.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'

/**
 * Tensor shrinkage in WebAssembly memory for a fixed shape: samples n, latent dimension k, views m. Made once and used at every
 * iteration; tables, work space and the block (about (n + 2)·m·k doubles, and some megabytes) live on the stack of `kernels`.
 */
export class TensorShrinker {
  /** Input and result: row i holds sample i, view v in columns v·k … v·k + k − 1; `stride` doubles from row to row. */
  readonly block: Block
  readonly stride: number
  private readonly kernels: Kernels
  private readonly fft: ColumnFft
  private readonly work: Block
  private readonly samples: number
  private readonly latent: number
  private readonly views: number

  constructor(kernels: Kernels, samples: number, latent: number, views: number) {
    this.kernels = kernels
    this.samples = samples
    this.latent = latent
    this.views = views
    this.fft = new ColumnFft(kernels, samples, latent * views)
    this.stride = this.fft.stride
    this.block = kernels.allocate(this.fft.blockLength)
    this.work = kernels.allocate(4 * views * (latent + 1) + 7 * views * views)
    this.block.f64.fill(0)
  }

  /**
   * The minimiser of ½‖ℋ − block‖² + τ‖ℋ‖⊛ in place of the block: every frequency slice (k×m, unnormalised transform along the samples)
   * has its singular values lowered by τ, at 0 the lowest. Returns ‖ℋ‖⊛, the sum of the singular values left over all n slices, over n.
   * O(n·m·k·(log n + m)).
   */
  shrink(tau: number): number {
    const { kernels, block, fft, stride, samples, latent, views } = this
    fft.forward(block)
    const sum = kernels.call.shrinkSpectrum(block.pointer, stride * 8, samples, latent, views, tau, this.work.pointer)
    fft.inverse(block)
    return sum / samples
  }

  /** The same for one n×k matrix a view outside the block; returns new matrices and ‖ℋ‖⊛. */
  shrinkMatrices(slices: readonly Matrix[], tau: number): { matrices: Matrix[]; nuclearNorm: number } {
    const { stride, samples: n, latent: k } = this
    const inside = this.block.f64
    slices.forEach(({ data }, v) => {
      for (let i = 0; i < n; i++) for (let l = 0; l < k; l++) inside[i * stride + v * k + l] = data[i * k + l]
    })
    const nuclearNorm = this.shrink(tau)
    const matrices = slices.map((_, v) => {
      const result = matrix(n, k)
      for (let i = 0; i < n; i++) for (let l = 0; l < k; l++) result.data[i * k + l] = inside[i * stride + v * k + l]
      return result
    })
    return { matrices, nuclearNorm }
  }
}
