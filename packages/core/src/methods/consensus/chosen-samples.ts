import { takeRows } from '../../data/take-rows.ts'
import { type Matrix, matrix } from '../../linalg/matrix.ts'
import type { Search } from './search.ts'
import { ownShare } from './twins-over-ranks.ts'

/** The samples that partitions are fitted to, in canonical order, the same on all ranks. */
export interface ChosenSamples {
  all: Uint32Array
  /** Those of this rank, counted from its first sample on, and how many lie before them. */
  own: Uint32Array
  before: number
}

/** Draws `fitted` of all samples. O(n). */
export function chosenSamples({ random, twins, fitted, communicator }: Search): ChosenSamples {
  const all = random.split(5).permutation(twins.length).slice(0, fitted).sort()
  const { begin, end } = ownShare(communicator, twins)
  const own = all.filter((sample) => sample >= begin && sample < end).map((sample) => sample - begin)
  return { all, own, before: all.findLastIndex((sample) => sample < begin) + 1 }
}

/** The rows of the chosen samples on every rank, from the rows of each rank's own samples. */
export function chosenRows({ communicator }: Search, own: Matrix, { all, own: mine }: ChosenSamples): Matrix {
  const some = takeRows(own, mine)
  return communicator.size === 1 ? some : matrix(all.length, own.columns, communicator.allGather(some.data))
}
