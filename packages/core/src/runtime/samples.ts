import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import type { HeldRows } from '../numerics/linalg/rows.ts'
import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import { takeRows } from '../numerics/linalg/take-rows.ts'
import { gatherRows } from './ranks/gather-rows.ts'
import { leastOverRanks } from './ranks/least-over-ranks.ts'
import { orderedSum } from './ranks/ordered-sum.ts'
import type { Message, Ranks } from './ranks/ranks.ts'
import { reorderRows } from './ranks/reorder-rows.ts'
import { share } from './ranks/share.ts'
import { singleProcess } from './ranks/single-process.ts'

/** An order of samples that only their content decides, identical samples being one. */
export interface SampleOrder {
  /** Input position of each sample; of identical ones the first of the input. */
  readonly samples: Uint32Array
  /** Position in this order of each input sample. */
  readonly places: Uint32Array
}

/**
 * The samples of a fit in their order: how many there are, which of them this process holds, and how to add up, collect and reorder what is known of them. Every process holds its even share, or, after `everywhere`,
 * all of them. Each method is called by all processes alike, and gives the bytes that one process would get.
 */
export class Samples {
  /** The processes that hold the samples between them; a single one where each holds all. */
  readonly ranks: Ranks
  /** Samples of all processes. */
  readonly total: number
  /** The samples begin … end − 1 are here. */
  readonly begin: number
  readonly end: number
  readonly order: SampleOrder
  /** All processes of the fit, which have their even share of the input. */
  private readonly processes: Ranks

  constructor(order: SampleOrder, processes: Ranks, ranks = processes) {
    this.order = order
    this.processes = processes
    this.ranks = ranks
    this.total = order.samples.length
    const { begin, end } = share(this.total, ranks.size, ranks.rank)
    this.begin = begin
    this.end = end
  }

  /** Samples that this process holds. */
  get count(): number {
    return this.end - this.begin
  }

  /** These samples, all of them held by every process. */
  everywhere(): Samples {
    return new Samples(this.order, this.processes, singleProcess)
  }

  /** These samples, of which every process holds its even share. */
  spread(): Samples {
    return new Samples(this.order, this.processes)
  }

  /** Adds up over all samples, in their order: a process adds its own by `add` to the sums of those before. */
  sum(parts: readonly Float64Array[], add: (sums: Float64Array, part: number) => void): void {
    orderedSum(this.ranks, parts, add)
  }

  /** Adds up whole numbers over the processes, for which the order does not matter. */
  addCounts(counts: Float64Array): void {
    this.ranks.allReduceSum(counts)
  }

  /** Replaces numbers by the least that any process has. */
  least(values: Float64Array): void {
    leastOverRanks(this.ranks, values)
  }

  /** The mean of one number per sample; 0 where there are none. */
  mean(values: Float64Array): number {
    const sums = new Float64Array(1)
    this.sum([sums], () => {
      for (const value of values) sums[0] += value
    })
    return sums[0] / Math.max(this.total, 1)
  }

  /** One value per sample of all processes, from those of this one. */
  gather<T extends Message>(own: T): T {
    return this.ranks.allGather(own)
  }

  /** The rows of all samples, from those of this process. */
  gatherRows<M extends Matrix | SparseMatrix>(own: M): M {
    return gatherRows(this.ranks, own)
  }

  /** The rows of this process's share of the processes' even shares, where it holds all samples; else the rows themselves. */
  evenShare<M extends Matrix>(rows: M): M {
    if (this.processes.size === this.ranks.size) return rows
    const { begin, end } = share(this.total, this.processes.size, this.processes.rank)
    return takeRows(
      rows,
      Uint32Array.from({ length: end - begin }, (_, i) => begin + i),
    )
  }

  /** Those of one value per sample. */
  evenShareOf<T extends Message>(values: T): T {
    if (this.processes.size === this.ranks.size) return values
    const { begin, end } = share(this.total, this.processes.size, this.processes.rank)
    return values.slice(begin, end) as T
  }

  /** What this process holds of rows of which every process has its even share. */
  fromEvenShares<M extends Matrix | SparseMatrix>(rows: M): M {
    return this.processes.size === this.ranks.size ? rows : gatherRows(this.processes, rows)
  }

  /** Rows of the samples held here, as rows of this process's even share of the input; identical samples get the same. */
  inInputOrder<M extends HeldRows>(rows: M): M {
    const { places } = this.order
    if (this.processes.size === this.ranks.size) return reorderRows(this.ranks, rows, places, this.total)
    const { begin, end } = share(places.length, this.processes.size, this.processes.rank)
    return takeRows(rows, places.subarray(begin, end)) as M
  }

  /** One number per sample in the order of the input. */
  valuesInInputOrder(values: ArrayLike<number>): Float64Array {
    return this.inInputOrder(matrix(values.length, 1, Float64Array.from(values))).data
  }

  /** How many input samples each of these clusters has, from the labels of this process's share of the input. */
  inputSizes(labels: ArrayLike<number>, clusters: number): Float64Array {
    const sizes = new Float64Array(clusters)
    for (let i = 0; i < labels.length; i++) sizes[labels[i]]++
    this.processes.allReduceSum(sizes)
    return sizes
  }
}
