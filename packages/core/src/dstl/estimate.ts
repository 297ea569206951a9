import { streamedBytes } from '../methods/memory-limit.ts'
import type { FitEstimate, FitSize } from '../methods/method.ts'
import { logarithm } from '../numerics/math/logarithm.ts'
import { paddedToTwo } from '../runtime/kernels/pack-matrix.ts'
import { lambdaPairs, triedSamples } from './lambda-grid.ts'

/** Bytes a sample that transforms work with. */
export const TRANSFORM = 600
/** Seconds to read, scale and pack one number of a view that is read in blocks. */
const READING = 3e-9

/**
 * What DSTL takes for n samples, d features in each of m views and latent dimension k (w: the next even number), beside the views it is given; documented in docs/performance.md:
 *
 *     bytes    8·n·Σd                   the views, samples of unit length, packed (4 in single precision)
 *              + 8·n·w·(2m + 3)         S and H of all views, P, G and Y
 *              + 8·n·k·(2m + 2) + 600·n results and transforms
 *     streamed no views, but two blocks of 32 MiB a view
 *     seconds  an iteration: two products with every view, two transforms of every column, and some passes; one thread of a 2.5 GHz core
 *
 * and, where λ₁ or λ₂ are to be chosen, the fits on some samples that do that.
 */
export function dstlEstimate(size: FitSize): FitEstimate {
  const { samples, features, clusters, options, streamed } = size
  const fit = fitEstimate(size)
  if (options.lambda1 !== null && options.lambda2 !== null) return fit
  const all = features.reduce((sum, count) => sum + count, 0)
  const tried = triedSamples(samples, all, clusters)
  const trial = fitEstimate({ ...size, samples: tried, streamed: false })
  const beside = trial.bytes + 8 * tried * all + (streamed ? 0 : 8 * samples * all)
  return {
    seconds: fit.seconds + lambdaPairs(options).length * trial.seconds,
    bytes: tried < samples ? Math.max(fit.bytes, beside) : fit.bytes,
  }
}

function fitEstimate({ samples: n, features, clusters, options, streamed = false }: FitSize): FitEstimate {
  const k = (options.latentDimension as number | null) ?? clusters
  const m = features.length
  const all = features.reduce((sum, count) => sum + count, 0)
  const iteration = 5e-10 * all * k + m * k * (2.45e-9 * logarithm(n + 2) + 1e-8 + 7.5e-10 * k)
  const reading = streamed ? READING * all : 0
  const bytes = (streamed ? 0 : 8 * all) + variableBytes(m, k) + 8 * k * (2 * m + 2) + TRANSFORM
  return {
    seconds: n * (iteration + 2 * reading) * (options.maxIterations as number),
    bytes: n * bytes + (streamed ? streamedBytes(n, features) : 0),
  }
}

/** A sample: S and H of all views, P, G and Y. */
export function variableBytes(views: number, latent: number): number {
  return 8 * paddedToTwo(latent) * (2 * views + 3)
}
