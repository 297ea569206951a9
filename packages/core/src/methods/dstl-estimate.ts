import type { PreparedViews } from '../data/prepare-views.ts'
import { InputError } from '../input-error.ts'
import { paddedToTwo } from '../kernels/pack-matrix.ts'
import { isSparse } from '../linalg/sparse-matrix.ts'
import { logarithm } from '../math/logarithm.ts'
import { requireMemory } from './memory-limit.ts'
import type { FitEstimate, FitSize, Task } from './method.ts'

/** Bytes that one WebAssembly memory can have. */
const ONE_MEMORY = 4_294_967_296
/** Bytes a sample that transforms work with. */
const TRANSFORM = 600

/**
 * What DSTL takes for n samples, d features in each of m views and latent dimension k (w: the next even number), beside the views it is given; documented in docs/performance.md:
 *
 *     bytes    8·n·Σd                   the views, samples of unit length, packed (4 in single precision)
 *              + 8·n·w·(2m + 3)         S and H of all views, P, G and Y
 *              + 8·n·k·(2m + 2) + 600·n results and transforms
 *     seconds  an iteration: two products with every view, two transforms of every column, and some passes; one thread of a 2.5 GHz core
 */
export function dstlEstimate({ samples: n, features, clusters, options }: FitSize): FitEstimate {
  const k = (options.latentDimension as number | null) ?? clusters
  const m = features.length
  const all = features.reduce((sum, count) => sum + count, 0)
  const iteration = 5e-10 * all * k + m * k * (2.45e-9 * logarithm(n + 2) + 1e-8 + 7.5e-10 * k)
  const bytes = 8 * all + variableBytes(m, k) + 8 * k * (2 * m + 2) + TRANSFORM
  return { seconds: n * iteration * (options.maxIterations as number), bytes: n * bytes }
}

/** Refuses a fit that the limit of the task or WebAssembly's 4 GiB a memory would stop, before anything is allocated. */
export function requireDstlMemory({ samples, views }: PreparedViews, task: Task): void {
  const { clusters, options, precision } = task
  const features = views.map(({ data }) =>
    isSparse(data) ? Math.ceil((3 * data.values.length) / samples) : data.columns,
  )
  requireMemory(task, dstlEstimate({ samples, features, clusters, options }).bytes, 'views and variables of dstl')
  const k = (options.latentDimension as number | null) ?? clusters
  const variables = samples * (variableBytes(views.length, k) + TRANSFORM)
  const widest = features.reduce((most, count) => Math.max(most, count), 0)
  const view = samples * ((precision === 'single' ? 4 : 8) * widest + 16 * paddedToTwo(k))
  const needed = Math.max(variables, view)
  if (needed > ONE_MEMORY)
    throw new InputError(
      `${variables > view ? 'the variables' : 'the largest view'} would need ${Math.ceil(needed / 1048576)} MiB where WebAssembly has 4096, use fewer samples, clusters or features${variables > view ? '' : ', or precision single'}`,
      { code: 'out-of-memory', argument: 'views', details: { bytes: needed, limit: ONE_MEMORY } },
    )
}

/** A sample: S and H of all views, P, G and Y. */
function variableBytes(views: number, latent: number): number {
  return 8 * paddedToTwo(latent) * (2 * views + 3)
}
