import type { Device, Matrix, Progress, SparseMatrix } from '@manyview/core'
import type { Neighbours, Random, TruncatedSvd } from '@manyview/core/numerics'
import type {
  ChosenRows,
  ClosePair,
  ColumnStatistics,
  DeviceEmbedding,
  DeviceFit,
  DeviceMeasurements,
  DeviceRows,
  EmbedOptions,
  FoldedFeatures,
  FoldSums,
  FoldTurn,
  Grouping,
  GroupingRun,
  ListedPoints,
  Partition,
  PlacedCentres,
  WeighedGroups,
} from '@manyview/core/runtime'
import { byteSize, grouped } from '@manyview/core/words'
import { type Card, outOfMemory } from './card.ts'
import { singularTriplets } from './dense/singular-triplets.ts'
import { fitRoom } from './fit-room.ts'
import { neighbourGraph, sumGraphs } from './graph/build-graphs.ts'
import { uploadGraph } from './graph/card-graph.ts'
import { type Components, components } from './graph/components.ts'
import { embed } from './graph/embed.ts'
import { kmeans } from './kmeans/kmeans.ts'
import { closePairs } from './lists/close-pairs.ts'
import { commonNeighbours } from './lists/common-neighbours.ts'
import { meanDistances } from './lists/mean-distances.ts'
import { assign } from './nearest/assign.ts'
import { nearest, neighbours } from './nearest/nearest.ts'
import { nearestInBlocks } from './nearest/nearest-in-blocks.ts'
import { addChosen } from './partitions/add-chosen.ts'
import { clusterLinks } from './partitions/cluster-links.ts'
import { besideTurned, foldSums, spreadWithin } from './refinement/refinement.ts'
import { readyMeasurements } from './views/ready-measurements.ts'

/** A processor that stands in for a card compares 0.15 · 10⁹ pairs of numbers per second of its time, and by itself some 5 · 10⁹: past this many points the search would take longer than all the rest. */
const SOFTWARE_SEARCHES_UP_TO = 10_000

/** A graphics card as the core knows it. `close` it at the end. */
export class GpuDevice implements Device {
  /** The layer below, for what is not a step of a fit. */
  readonly card: Card
  readonly many: number
  readonly manyRows: number
  readonly lacks: readonly string[]

  /** With more samples than `many`, default 50,000, more steps run on the card; where it lacks room and has to work in blocks, only products over rows. */
  constructor(card: Card, many = 50_000, lacks: readonly string[] = []) {
    this.card = card
    this.many = lacks.length > 0 ? Infinity : many
    this.manyRows = many
    this.lacks = lacks
  }

  get name(): string {
    return this.card.name
  }

  /** What whoever asked for a card should know of it; null where there is nothing. */
  get warning(): string | null {
    const { isSoftware, name } = this.card
    return isSoftware ? `${name} is no graphics card, but software in its place, and slower than the processor` : null
  }

  get searchesUpTo(): number {
    return this.card.isSoftware ? SOFTWARE_SEARCHES_UP_TO : Number.POSITIVE_INFINITY
  }

  get pending(): Promise<unknown> | null {
    return this.card.pending
  }

  *withRoom(fit: DeviceFit): Generator<Progress, GpuDevice> {
    const { card, name } = this
    const { piece, all } = fitRoom(fit)
    const free = yield* card.freeBytes(all)
    const who = `${grouped(fit.samples)} samples need`
    const tooMuch = `${byteSize(all)} in all, which ${name} does not have`
    if (free === 0) throw outOfMemory(who, tooMuch, all)
    if (free === all && piece <= card.largest) return this
    const what =
      free < all ? tooMuch : `${byteSize(piece)} in one piece, of which ${name} gives ${byteSize(card.largest)}`
    const lacks = `${who} ${what}: it finds scores and neighbours in blocks, and the processor does the rest`
    return new GpuDevice(card.within(free), this.manyRows, [lacks])
  }

  /** Exact up to `exactUpTo` points, default 200,000. */
  nearest(points: Matrix, length: number, random: Random, exactUpTo?: number): Generator<Progress, Int32Array> {
    const find = this.lacks.length > 0 ? nearestInBlocks : nearest
    return find(this.card, points, length, random, exactUpTo)
  }

  neighbours(points: Matrix, count: number, random: Random): Generator<Progress, Neighbours> {
    return neighbours(this.card, points, count, random)
  }

  meanDistances(points: Matrix, lists: Neighbours): Generator<Progress, Float32Array> {
    return meanDistances(this.card, points, lists)
  }

  commonNeighbours(a: Neighbours, b: Neighbours): Generator<Progress, number> {
    return commonNeighbours(this.card, a, b)
  }

  closePairs(
    views: readonly ListedPoints[],
    limitOf: (second: Float64Array) => number,
  ): Generator<Progress, ClosePair[]> {
    return closePairs(this.card, views, limitOf)
  }

  neighbourGraph(lists: Neighbours): Generator<Progress, SparseMatrix> {
    return neighbourGraph(this.card, lists)
  }

  sumGraphs(graphs: readonly SparseMatrix[], weights: readonly number[]): Generator<Progress, SparseMatrix> {
    return sumGraphs(this.card, graphs, weights)
  }

  singularTriplets(a: Matrix, rank: number, stage: string): Generator<Progress, TruncatedSvd> {
    return singularTriplets(this.card, a, rank, stage)
  }

  readyMeasurements(
    view: Matrix,
    samples: Uint32Array,
    rank: number,
    statistics: ColumnStatistics,
    folded: FoldedFeatures,
  ): Generator<Progress, DeviceMeasurements | null> {
    return readyMeasurements(this.card, view, samples, rank, statistics, folded)
  }

  *graphComponents(graph: SparseMatrix): Generator<Progress, Components> {
    const room = this.card.room()
    try {
      return yield* components(this.card, room, uploadGraph(room, graph))
    } finally {
      room.free()
    }
  }

  embed(graph: SparseMatrix, features: Matrix, options: EmbedOptions): Generator<Progress, DeviceEmbedding> {
    return embed(this.card, graph, features, options)
  }

  assign(
    points: Matrix | DeviceRows,
    sets: readonly PlacedCentres[],
  ): Generator<Progress, (Uint8Array | Uint32Array)[]> {
    return assign(this.card, points, sets)
  }

  addChosen(
    samples: number,
    width: number,
    partitions: readonly ChosenRows[],
    stage: string,
  ): Generator<Progress, Matrix> {
    return addChosen(this.card, samples, width, partitions, stage)
  }

  clusterLinks(graph: SparseMatrix, partitions: readonly Partition[]): Generator<Progress, Matrix[]> {
    return clusterLinks(this.card, graph, partitions)
  }

  foldSums(points: Matrix, groups: WeighedGroups, folds: number): Generator<Progress, FoldSums[]> {
    return foldSums(this.card, points, groups, folds)
  }

  spreadWithin(points: Matrix, groups: WeighedGroups, means: Matrix): Generator<Progress, number> {
    return spreadWithin(this.card, points, groups, means)
  }

  besideTurned(points: Matrix, groups: WeighedGroups, turns: readonly FoldTurn[]): Generator<Progress, Matrix> {
    return besideTurned(this.card, points, groups, turns)
  }

  kmeans(
    sets: readonly Matrix[],
    runs: readonly GroupingRun[],
    maxIterations: number,
    stage: string,
  ): Generator<Progress, (Grouping | null)[]> {
    return kmeans(this.card, sets, runs, maxIterations, stage, this.searchesUpTo)
  }

  close(): void {
    this.card.close()
  }
}
