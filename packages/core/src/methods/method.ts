import type { Duplicate } from '../evidence/duplicates.ts'
import type { Matrix } from '../numerics/linalg/matrix.ts'
import type { Random } from '../numerics/random/random.ts'
import type { OptionSpec, OptionValues } from '../options.ts'
import type { Checkpoints } from '../runtime/checkpoints.ts'
import type { Device } from '../runtime/device/device.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Precision } from '../runtime/kernels/precision.ts'
import type { Progress, WorkPart } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import type { Scratch } from '../runtime/scratch.ts'
import type { ThreadPool } from '../runtime/threads/thread-pool.ts'
import type { ClusterTree } from '../tree/cluster-tree.ts'
import type { PreparedViews } from '../views/prepare-views.ts'
import type { ChosenOptions } from './chosen-options.ts'

/** What a method gets besides the views. */
export interface Task {
  readonly clusters: number
  readonly options: OptionValues
  readonly random: Random
  readonly kernels: Kernels
  /** The graphics card that takes over heavy steps; null: none. */
  readonly device: Device | null
  /** Starts the threads that the fit may use beside its own, at most once; absent or null where there are none. */
  readonly crew?: () => ThreadPool | null
  /** Most bytes that the method may take for its own matrices; no limit when absent. */
  readonly memoryLimit?: number
  /** `single`: views are to be kept in single precision; only methods that have `singlePrecision` get it. */
  readonly precision?: Precision
  /** What the same method has made of the views before, under the same options and seed; only the method knows what it is. */
  readonly seen?: unknown
  /** The processes that share the fit. */
  readonly ranks: Ranks
  /** Where the fit keeps its state now and then; absent: nowhere. */
  readonly checkpoints?: Checkpoints
  /** Where a fit of views that are read in blocks keeps what it would compute again at every reading; absent: nowhere. */
  readonly scratch?: Scratch
}

/** What a method finds; `cluster` adds method, seed, options and time. */
export interface MethodResult {
  /** One cluster a sample, 0 … clusters − 1. */
  labels: Int32Array
  /** n × clusters, how far each sample belongs to each cluster; null where the method has none. */
  memberships: Matrix | null
  /** One number in [0, 1] a sample; null where the method has none. */
  confidence: Float64Array | null
  /** n × any: the representation that was clustered; null where the method has none. */
  embedding: Matrix | null
  /** Share of each view in the result, by name, mean 1; null where the method does not weigh views. */
  viewWeights: Record<string, number> | null
  iterations: number
  converged: boolean
  history: { objective: number[]; change: number[] }
  /** What the method chose of its options; absent where it chose nothing. */
  chosen?: ChosenOptions
  warnings: string[]
  /** The clusters merged down to one and split further; absent where the method keeps no tree. */
  tree?: ClusterTree
  /** How unlike all others each sample is, in deviations from the median: 0 and below is usual. Absent where the method does not measure it. */
  outlierScores?: Float64Array
  /** Samples that coincide, wholly or nearly; absent where the method does not look for them. */
  duplicates?: Duplicate[]
  /** What only this method has, for example DSTL's factors by view. */
  details: Record<string, unknown>
}

/** What is known of samples before they are clustered, in the order of the input; over ranks, of the rank's own. */
export interface OutlierReport extends Pick<MethodResult, 'duplicates'> {
  outlierScores: Float64Array
  /** Where each sample lies (n × any), so that those set aside can be told the nearest cluster. */
  places: Matrix
  /** As `seen` of a task, for a fit of the same samples. */
  seen?: unknown
}

/** How large a fit is, for estimates. */
export interface FitSize {
  samples: number
  /** Of each view; of a sparse one half as many again as it stores a sample. */
  features: readonly number[]
  clusters: number
  options: OptionValues
  /** True where views are read in blocks. */
  streamed?: boolean
  /** Processes that share the samples, default 1; bytes are those of one of them. */
  ranks?: number
  /** True where samples are judged before the fit. */
  judged?: boolean
  /** The largest number of clusters to consider; absent or null where the number is not chosen. */
  most?: number | null
}

/** What a fit should take: seconds of one thread of a 2.5 GHz core, bytes beside the views, and its parts in their order. */
export interface FitEstimate {
  seconds: number
  bytes: number
  /** The parts, whose seconds add up to `seconds`; absent where the method has no formula for them. */
  parts?: readonly WorkPart[]
}

/** A way to cluster: one generator of iterations, which is its only loop. */
export interface Method {
  /** The name users type, in lower case. */
  readonly name: string
  readonly title: string
  readonly description: string
  /** Time and memory in n samples, d features, m views, k clusters. */
  readonly cost: string
  readonly source: string
  /**
   * False where the model reads the order of the samples (a transform along the file), so that shuffling changes what is found.
   * Where true, the order can matter only through which samples a start picks.
   */
  readonly orderFree: boolean
  /** Options under which a method that reads the order does not. */
  readonly orderFreeWith?: (options: OptionValues) => boolean
  /** True where samples may lack views; other methods are refused before they begin. */
  readonly missingViews?: boolean
  /** `rows` where several processes can share a fit: each holds its own samples, and none ever all of them. Absent: they cannot. */
  readonly ranks?: 'rows'
  /** True where a fit can go on from a checkpoint. */
  readonly resumable?: boolean
  /** True where views can be kept in single precision. */
  readonly singlePrecision?: boolean
  /** True where a graphics card takes over heavy steps; other methods refuse one. */
  readonly device?: boolean
  readonly options: readonly OptionSpec[]
  /** What a fit of this size takes, where the method has a formula for it. */
  readonly estimate?: (size: FitSize) => FitEstimate
  /** True where `run` takes views that are read in blocks as well (`PreparedRows`), with the same result. */
  readonly blocks?: boolean
  /** Dense views in memory of more numbers are read in blocks, too, where they lie: for a method that reads them a few times only, and would otherwise hold copies. */
  readonly heldUpTo?: number
  /** The steps of a fit; a promise of them where they are loaded first. */
  run(input: PreparedViews, task: Task): Generator<Progress, MethodResult> | Promise<Generator<Progress, MethodResult>>
}

/** False where another order of the samples changes what the method finds under these options. */
export function isOrderFree(method: Method, options: OptionValues): boolean {
  return method.orderFree || (method.orderFreeWith?.(options) ?? false)
}

/** The warning of a method that reads the order of the samples under these options, with what the caller's user can do about it; empty for any other. */
export function orderWarning(method: Method, options: OptionValues, advice: string | null): string[] {
  if (isOrderFree(method, options)) return []
  const more = advice === null ? '' : `; ${advice}`
  return [`the clusters that ${method.name} finds depend on the order of the samples${more}`]
}
