import type { PreparedRows } from '../data/prepare-views.ts'
import { InputError } from '../input-error.ts'
import { paddedToTwo } from '../kernels/pack-matrix.ts'
import { isBlocked } from '../linalg/rows.ts'
import { logarithm } from '../math/logarithm.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { rowsOnRanks } from '../ranks/own-rows.ts'
import { byteSizes } from '../words/byte-size.ts'
import { lambdaPairs, triedSamples } from './dstl-lambda-grid.ts'
import { countedFeatures, requireMemory, streamedBytes } from './memory-limit.ts'
import type { FitEstimate, FitSize, Task } from './method.ts'

/** Bytes that one WebAssembly memory can have. */
const ONE_MEMORY = 4_294_967_296
/** Bytes a sample that transforms work with. */
const TRANSFORM = 600
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

/** Refuses a fit that the limit of the task or WebAssembly's 4 GiB a memory would stop, before anything is allocated. */
export function requireDstlMemory(input: PreparedRows, task: Task): void {
  const { samples, views } = input
  const { clusters, options, precision, communicator = oneProcess } = task
  const streamed = views.some(({ data }) => isBlocked(data))
  const size = { samples, features: countedFeatures(input, 3), clusters, options }
  const inBlocks = streamed ? undefined : dstlEstimate({ ...size, streamed: true }).bytes
  const { bytes } = dstlEstimate({ ...size, streamed })
  requireMemory(task, bytes, streamed ? 'variables of dstl' : 'views and variables of dstl', inBlocks)
  const k = (options.latentDimension as number | null) ?? clusters
  const shared = communicator.size > 1
  const variables = samples * (variableBytes(views.length, k) + (shared ? 0 : TRANSFORM))
  if (shared) {
    const pairs = Math.ceil((views.length * paddedToTwo(k)) / 2 / communicator.size)
    const bytes = rowsOnRanks(communicator, samples).total * transformBytes(pairs)
    requireOneMemory('the transform of whole columns', bytes, '')
  }
  const held = size.features.filter((_, v) => !isBlocked(views[v].data))
  const widest = held.reduce((most, count) => Math.max(most, count), 0)
  const view = samples * ((precision === 'single' ? 4 : 8) * widest + 16 * paddedToTwo(k))
  if (variables > view) requireOneMemory('the variables', variables, shared ? ', or more ranks' : '')
  else requireOneMemory('the largest view', view, ', precision single, or views that are read in blocks (--stream)')
}

function requireOneMemory(what: string, bytes: number, more: string): void {
  if (bytes <= ONE_MEMORY) return
  const [needed, limit] = byteSizes(bytes, ONE_MEMORY)
  throw new InputError(
    `${what} would need ${needed} where WebAssembly has ${limit}, use fewer samples, clusters or features${more}`,
    { code: 'out-of-memory', argument: 'views', details: { bytes, limit: ONE_MEMORY } },
  )
}

/** A sample of all ranks, for as many pairs of columns as one of them transforms: the columns, tables, and room to work in four pairs at the most. */
function transformBytes(pairs: number): number {
  return 16 * pairs + 12 + 32 * Math.min(pairs, 4)
}

/** A sample: S and H of all views, P, G and Y. */
function variableBytes(views: number, latent: number): number {
  return 8 * paddedToTwo(latent) * (2 * views + 3)
}
