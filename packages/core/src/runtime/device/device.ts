import type { Matrix } from '../../numerics/linalg/matrix.ts'
import type { SparseMatrix } from '../../numerics/linalg/sparse-matrix.ts'
import type { Random } from '../../numerics/random/random.ts'
import type { Waiting } from '../drive.ts'
import type { Progress } from '../progress.ts'
import type { FoldSums, FoldTurn, WeighedGroups } from './device-refinement.ts'
import type { ColumnStatistics, DeviceMeasurements, FoldedFeatures } from './device-views.ts'

/** The nearest neighbours of n points, nearest first: entries i·count … (i + 1)·count − 1 belong to point i. */
export interface Neighbours {
  samples: number
  /** Neighbours of each point; fewer than asked for where there are not enough points. */
  count: number
  indices: Int32Array
  squaredDistances: Float64Array
}

/** Points (n×r) that copies are told by in a view, and the neighbours within it. */
export interface ListedPoints {
  points: Matrix
  lists: Neighbours
}

/** Two samples that nearly coincide, the lower one first. */
export interface ClosePair {
  first: number
  second: number
  /** Position of the one view in which they do not; null: they coincide in every view that they share. */
  except: number | null
}

/** The size of a fit of the default method, by which a device knows what room it takes. */
export interface DeviceFit {
  samples: number
  /** Of each view. */
  features: readonly number[]
  clusters: number
  /** Scores of a view at the most, and functions of a graph. */
  rank: number
  basis: number
  options: Readonly<Record<string, unknown>>
}

/** How samples are embedded by a graph. */
export interface EmbedOptions {
  /** Functions of the graph. */
  count: number
  /** Scores of the smoothed features. */
  rank: number
  random: Random
  /** What each function is multiplied by, given the eigenvalues, which fall and are at least 0. */
  weigh(values: Float64Array): Float64Array
  /** n × any: columns that stand beside the coordinates and again beside the scores; null: none. */
  parts: Matrix | null
}

/** Rows that stay on a device until they are closed. */
export interface DeviceRows {
  readonly rows: number
  readonly columns: number
  /** The rows at some places, brought back. */
  take(places: Uint32Array): Generator<Progress, Matrix>
  close(): void
}

/** What `embed` of the default method gives, as far as it is used with many samples. */
export interface DeviceEmbedding {
  /** Coordinates in the graph's functions, weighted, in unit rows, with the parts beside them, then principal scores of the features smoothed along the graph, with the parts beside them. */
  joined: DeviceRows
  /** Columns before the scores. */
  functions: number
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
  labels: Int32Array | Uint8Array | Uint16Array | Uint32Array
  rows: Float64Array
}

/** A run of k-means on one of several point sets. Each centre after the first is the best of `trials` draws, 8 at the most; 1: k-means++. `draws` has the numbers from 0 to 1 behind them, one for the first centre. */
export interface GroupingRun {
  points: number
  clusters: number
  trials: number
  draws: Float64Array
}

/** Where a run of k-means ended. */
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
  /** With more samples than this a device does all that it can; with fewer it only finds candidates for neighbours, so that results are those of the processor. */
  readonly many: number
  /** Most points among which it searches for neighbours; beyond that the processor does. */
  readonly searchesUpTo: number
  /** With more rows than this it makes products over them, in blocks. */
  readonly manyRows: number
  /** What it has too little room for, in words. */
  readonly lacks: readonly string[]
  /** This device as far as it has room for a fit: itself, or what finds scores and candidates for neighbours in blocks and nothing else. Refuses, with the number and before work begins, where it has room for nothing. */
  withRoom(fit: DeviceFit): Generator<Progress, Device>
  /** The `rank` leading singular triplets of a tall matrix (n×d), values right to about 3e-4 of the largest. */
  singularTriplets(
    a: Matrix,
    rank: number,
    stage: string,
  ): Generator<Progress, { u: Matrix; s: Float64Array; v: Matrix }>
  /** Makes the samples of a dense view (n×d, d at least 4) that `samples` names ready by the rule of measurements, in that order, and folds their features to sketches. Null where single precision has not the digits for it. */
  readyMeasurements(
    view: Matrix,
    samples: Uint32Array,
    rank: number,
    statistics: ColumnStatistics,
    folded: FoldedFeatures,
  ): Generator<Progress, DeviceMeasurements | null>
  /** For each row of `points` (n×r) its `length` nearest other rows, nearest first; nearly all of them where there are very many points, and −1 where there are fewer. */
  nearest(points: Matrix, length: number, random: Random): Generator<Progress, Int32Array>
  /** The `count` nearest other rows of each row of `points` (n×r) with their distances. */
  neighbours(points: Matrix, count: number, random: Random): Generator<Progress, Neighbours>
  /** The mean distance of each row of `points` (n×r) from the rows that its list names, one or more. */
  meanDistances(points: Matrix, lists: Neighbours): Generator<Progress, ArrayLike<number>>
  /** How many entries two sets of lists of all samples have in common. */
  commonNeighbours(a: Neighbours, b: Neighbours): Generator<Progress, number>
  /** The pairs of samples in the lists of views, all equally long, that nearly coincide as `nearDuplicates` has it; `limitOf` tells what is near from the distances to the second-closest of all samples. Some come twice. */
  closePairs(
    views: readonly ListedPoints[],
    limitOf: (second: Float64Array) => number,
  ): Generator<Progress, ClosePair[]>
  /** `neighbourGraph` of lists of all samples. */
  neighbourGraph(lists: Neighbours): Generator<Progress, SparseMatrix>
  /** `sumGraphs`. */
  sumGraphs(graphs: readonly SparseMatrix[], weights: readonly number[]): Generator<Progress, SparseMatrix>
  /** `graphComponents` of a symmetric graph. */
  graphComponents(graph: SparseMatrix): Generator<Progress, { labels: Int32Array; sizes: number[] }>
  /** Embeds samples by a symmetric graph (n×n), whose degrees it takes out, and their features (n×d, d at least 4), the leading functions found to about 1e-5. */
  embed(graph: SparseMatrix, features: Matrix, options: EmbedOptions): Generator<Progress, DeviceEmbedding>
  /** The nearest centre of every row of `points`, ties to the lowest, for many sets of centres. */
  assign(points: Matrix | DeviceRows, sets: readonly PlacedCentres[]): Generator<Progress, (Uint8Array | Uint32Array)[]>
  /** For each sample the sum of the rows that the partitions choose for it: samples × width. */
  addChosen(
    samples: number,
    width: number,
    partitions: readonly ChosenRows[],
    stage: string,
  ): Generator<Progress, Matrix>
  /** The sum of the weights (0 … 1) of the links of a graph between the clusters of each partition, to 2⁻¹⁶ per link. */
  clusterLinks(graph: SparseMatrix, partitions: readonly Partition[]): Generator<Progress, Matrix[]>
  /** Runs of k-means over point sets with the same samples (n×any), side by side; null for one that has lost a cluster or finds no room. */
  kmeans(
    sets: readonly Matrix[],
    runs: readonly GroupingRun[],
    maxIterations: number,
    stage: string,
  ): Generator<Progress, (Grouping | null)[]>
  /** Sums over the points (n×p) of each fold. */
  foldSums(points: Matrix, groups: WeighedGroups, folds: number): Generator<Progress, FoldSums[]>
  /** Σ (w · squared distance of a point (n×p) from the mean of its cluster (clusters × p))². */
  spreadWithin(points: Matrix, groups: WeighedGroups, means: Matrix): Generator<Progress, number>
  /** Points (n×p) beside what the turns make of them by fold, divided by √(its squared length + the mean one), in unit rows. */
  besideTurned(points: Matrix, groups: WeighedGroups, turns: readonly FoldTurn[]): Generator<Progress, Matrix>
}
