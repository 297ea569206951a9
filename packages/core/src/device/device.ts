import type { Matrix } from '../linalg/matrix.ts'
import type { SparseMatrix } from '../linalg/sparse-matrix.ts'
import type { Waiting } from '../paced.ts'
import type { Progress } from '../progress.ts'
import type { Random } from '../random/random.ts'
import type { DeviceDstl, DeviceDstlSettings, DeviceView } from './device-dstl.ts'

/** How samples are embedded by a graph. */
export interface EmbedOptions {
  /** Functions of the graph. */
  count: number
  /** Scores of the smoothed features. */
  rank: number
  /** Rows (any × n) that are known to be leading functions. */
  start: Matrix
  random: Random
}

/** What `embed` of the default method gives, as far as it is used with many samples. */
export interface DeviceEmbedding {
  /** n×count: coordinates in the graph's functions, weighted by λ⁴, unit rows. */
  spectral: Matrix
  /** n×rank: principal scores of the features smoothed along the graph. */
  filtered: Matrix
}

/** Centres (clusters × features) that live in the columns `first` … `first` + features − 1 of the points. */
export interface PlacedCentres {
  centres: Matrix
  first: number
}

/** One cluster per sample. */
export interface Partition {
  labels: ArrayLike<number>
  clusters: number
}

/** A partition, and the row of numbers that each of its clusters stands for, one after the other. */
export interface ChosenRows {
  labels: ArrayLike<number>
  rows: Float64Array
}

/** Starts of k-means, one per generator. */
export interface GroupingStarts {
  clusters: number
  randoms: readonly Random[]
  maxIterations: number
}

/** Where a start of k-means ended. */
export interface Grouping {
  labels: Int32Array
  squaredError: number
}

/**
 * A graphics card or the like that takes over the heavy steps of a fit, in single precision: `openDevice` of `@manyview/gpu` gives one. Steps are generators that wait while the device works, so they
 * must be driven by `paced`, as `cluster` does. Same seed and same device, same result.
 */
export interface Device extends Waiting {
  /** What it is called, for the result. */
  readonly name: string
  /** For each row of `points` (n×r) its `length` nearest other rows, nearest first; nearly all of them where there are very many points. */
  nearest(points: Matrix, length: number, random: Random): Generator<Progress, Int32Array>
  /** Embeds samples by a normalised graph (n×n) and their features (n×d, d at least 4), the leading functions found to about 1e-5. */
  embed(graph: SparseMatrix, features: Matrix, options: EmbedOptions): Generator<Progress, DeviceEmbedding>
  /** The nearest centre of every row of `points`, ties to the lowest, for many sets of centres. */
  assign(points: Matrix, sets: readonly PlacedCentres[]): Generator<Progress, ArrayLike<number>[]>
  /** For each sample the sum of the rows that the partitions choose for it: samples × width. */
  addChosen(
    samples: number,
    width: number,
    partitions: readonly ChosenRows[],
    stage: string,
  ): Generator<Progress, Matrix>
  /** The sum of the weights (0 … 1) of the links of a graph between the clusters of each partition, to 2⁻¹⁶ per link. */
  clusterLinks(graph: SparseMatrix, partitions: readonly Partition[]): Generator<Progress, Matrix[]>
  /** The best of several starts of k-means by squared error; null where each has lost a cluster. */
  kmeans(points: Matrix, starts: GroupingStarts): Generator<Progress, Grouping | null>
  /** DSTL with its views and variables on the device. */
  dstl(views: readonly DeviceView[], settings: DeviceDstlSettings): Generator<Progress, DeviceDstl>
}
