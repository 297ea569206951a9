import { InputError } from '../input-error.ts'
import { countedFeatures, requireMemory } from '../methods/memory-limit.ts'
import type { Task } from '../methods/method.ts'
import { isBlocked } from '../numerics/linalg/rows.ts'
import { paddedToTwo } from '../runtime/kernels/pack-matrix.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import type { PreparedRows } from '../views/prepare-views.ts'
import { byteSizes } from '../words/byte-size.ts'
import { dstlEstimate, TRANSFORM, variableBytes } from './estimate.ts'

/** Bytes that one WebAssembly memory can have. */
const ONE_MEMORY = 4_294_967_296
/** Refuses a fit that the limit of the task or WebAssembly's 4 GiB a memory would stop, before anything is allocated. */
export function requireDstlMemory(input: PreparedRows, task: Task): void {
  const { samples, views } = input
  const { clusters, options, precision, ranks } = task
  const streamed = views.some(({ data }) => isBlocked(data))
  const size = { samples, features: countedFeatures(input, 3), clusters, options }
  const inBlocks = streamed ? undefined : dstlEstimate({ ...size, streamed: true }).bytes
  const { bytes } = dstlEstimate({ ...size, streamed })
  requireMemory(task, bytes, streamed ? 'variables of dstl' : 'views and variables of dstl', inBlocks)
  const k = (options.latentDimension as number | null) ?? clusters
  const shared = ranks.size > 1
  const variables = samples * (variableBytes(views.length, k) + (shared ? 0 : TRANSFORM))
  if (shared) {
    const pairs = Math.ceil((views.length * paddedToTwo(k)) / 2 / ranks.size)
    const bytes = rowRange(ranks, samples).total * transformBytes(pairs)
    requireOneMemory('the transform of whole columns', bytes, '')
  }
  const columnsInMemory = size.features.filter((_, v) => !isBlocked(views[v].data))
  const widest = columnsInMemory.reduce((most, count) => Math.max(most, count), 0)
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
