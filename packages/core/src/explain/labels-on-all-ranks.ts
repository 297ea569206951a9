import type { Ranks } from '../runtime/ranks/ranks.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'

/** The clusters of all samples on every rank, and which of the samples a rank has. */
export interface LabelsOnAllRanks {
  readonly ranks: Ranks
  /** One cluster a sample, of all samples. */
  readonly labels: Int32Array
  /** The rank's own samples: begin … end − 1. */
  readonly begin: number
  readonly end: number
}

/** Hands the labels of all samples, which rank 0 gives, to every rank; `own` is the number of samples that this rank has. 4 bytes per sample. */
export function labelsOnAllRanks(ranks: Ranks, labels: Int32Array, own: number): LabelsOnAllRanks {
  const { total, begin, end } = rowRange(ranks, own)
  const all = ranks.rank === 0 ? labels : new Int32Array(total)
  ranks.broadcast(all)
  return { ranks, labels: all, begin, end }
}

/** Which of all samples have a view, ascending, on every rank; `present` is 1 where one of the rank's own samples has it, null where all of them have. */
export function samplesWith({ ranks, labels, begin, end }: LabelsOnAllRanks, present: Uint8Array | null): Uint32Array {
  const marks = ranks.allGather(present ?? new Uint8Array(end - begin).fill(1))
  return Uint32Array.from(labels.keys()).filter((i) => marks[i] === 1)
}
