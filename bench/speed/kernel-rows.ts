import { ColumnFft, matrix, Random, TensorShrinker } from '@manyview/core/numerics'
import { Kernels } from '@manyview/core/runtime'
import { KernelMatrix } from '../../packages/core/src/runtime/kernels/kernel-matrix.ts'
import { paddedToFour } from '../../packages/core/src/runtime/kernels/pack-matrix.ts'
import { SingleResidentMatrix } from '../../packages/core/src/runtime/kernels/single-kernel-matrix.ts'
import type { Row } from './rows.ts'

/** A kernel on one thread: what it reached and what was wanted. */
export interface KernelFigure {
  kernel: string
  reached: number
  unit: 'GF/s' | 'µs' | '× its two FFTs'
  /** Least GF/s, most µs, most times; null where none is wanted. */
  target: number | null
}

/** Speed of a product (GF/s) at its operations a byte of X. */
export interface RooflinePoint {
  product: string
  intensity: number
  speed: number
}

/** Peak of plain 128-bit SIMD in STACK.md: 12 GF/s of doubles, 24 of single precision. */
const PEAK = { double: 12, single: 24 }

/** The sketch of an FFT, µs a sequence. */
const SKETCH: [number, number][] = [
  [4096, 14],
  [5000, 16],
  [11673, 306],
  [30000, 151],
  [30011, 845],
]

/** The row of the kernels, and the points of the roofline. */
export const kernelRow: Row = {
  name: 'kernels',
  async run() {
    const kernels = await Kernels.load()
    return { kernels: [...products(kernels), ...transforms(kernels), shrinkage(kernels)], roofline: roofline(kernels) }
  },
}

/** The two products: 1000×5000 · 5000×20 and 20×1000 · 1000×5000. */
function products(kernels: Kernels): KernelFigure[] {
  const [n, d, k] = [5000, 1000, 20]
  const mark = kernels.mark()
  const x = noise(n, d)
  const figures: KernelFigure[] = []
  for (const kind of ['double', 'single'] as const) {
    const resident = kind === 'double' ? new KernelMatrix(kernels, x) : new SingleResidentMatrix(kernels, x)
    const w = kernels.copyIn(noise(paddedToFour(d), k).data)
    const g = kernels.copyIn(noise(paddedToFour(n), k).data)
    const [p, q] = [resident.allocateResult(k), resident.allocateTransposeResult(k)]
    const flops = 2 * n * d * k
    const one = least(() => resident.transposeMultiplyPanels(q, g, k))
    const two = least(() => resident.multiplyPanels(p, w, k))
    figures.push(
      { kernel: `S1 X·Gᵀ, ${kind}`, reached: flops / one / 1e9, unit: 'GF/s', target: 0.8 * PEAK[kind] },
      { kernel: `S2 Wᵀ·X, ${kind}`, reached: flops / two / 1e9, unit: 'GF/s', target: 0.6 * PEAK[kind] },
    )
  }
  kernels.release(mark)
  return figures
}

function transforms(kernels: Kernels): KernelFigure[] {
  return SKETCH.map(([samples, target]) => {
    const mark = kernels.mark()
    const columns = 40
    const fft = new ColumnFft(kernels, samples, columns)
    const block = kernels.allocate(fft.blockLength)
    block.f64.set(noise(samples, columns).data)
    const reached = (1e6 * least(() => fft.forward(block))) / columns
    kernels.release(mark)
    return { kernel: `FFT of ${samples}`, reached, unit: 'µs' as const, target }
  })
}

/** On the shape of NUSWIDEOBJ: 30,000 samples, 5 views of 31 columns. */
function shrinkage(kernels: Kernels): KernelFigure {
  const mark = kernels.mark()
  const [n, k, m] = [30_000, 31, 5]
  const slices = Array.from({ length: m }, () => noise(n, k))
  const shrinker = new TensorShrinker(kernels, n, k, m)
  const fft = new ColumnFft(kernels, n, shrinker.stride)
  shrinker.shrinkMatrices(slices, 0)
  const transform = least(() => {
    fft.forward(shrinker.block)
    fft.inverse(shrinker.block)
  })
  fft.forward(shrinker.block)
  const shrink = least(() => shrinker.shrinkSpectrum(1))
  kernels.release(mark)
  return {
    kernel: 'shrinkage, all slices above the threshold',
    reached: shrink / transform,
    unit: '× its two FFTs',
    target: 1,
  }
}

/** Both products for several widths on one thread: k/4 operations a byte of X in double precision, k/2 in single. */
function roofline(kernels: Kernels): RooflinePoint[] {
  const [n, d] = [4000, 500]
  const x = noise(n, d)
  return (['double', 'single'] as const).flatMap((kind) => {
    const mark = kernels.mark()
    const resident = kind === 'double' ? new KernelMatrix(kernels, x) : new SingleResidentMatrix(kernels, x)
    const points = [2, 4, 8, 16, 32, 64].flatMap((k) => {
      const inner = kernels.mark()
      const w = kernels.copyIn(noise(paddedToFour(d), k).data)
      const g = kernels.copyIn(noise(paddedToFour(n), k).data)
      const [p, q] = [resident.allocateResult(k), resident.allocateTransposeResult(k)]
      const flops = (2 * n * d * k) / 1e9
      const intensity = k / (kind === 'double' ? 4 : 2)
      const figures = [
        { product: `X·Gᵀ, ${kind}`, intensity, speed: flops / least(() => resident.transposeMultiplyPanels(q, g, k)) },
        { product: `Wᵀ·X, ${kind}`, intensity, speed: flops / least(() => resident.multiplyPanels(p, w, k)) },
      ]
      kernels.release(inner)
      return figures
    })
    kernels.release(mark)
    return points
  })
}

/** Least seconds of 15 runs after three that do not count. */
function least(work: () => void): number {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < 18; run++) {
    const started = performance.now()
    work()
    if (run >= 3) best = Math.min(best, (performance.now() - started) / 1000)
  }
  return best
}

function noise(rows: number, columns: number) {
  const random = new Random(1)
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => random.uniform() - 0.5),
  )
}
