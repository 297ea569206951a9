import type { Communicator } from '../runtime/ranks/communicator.ts'
import { rowsOnRanks } from '../runtime/ranks/own-rows.ts'

/** The clusters of all samples on every rank, and which of the samples a rank has. */
export interface SharedLabels {
  readonly communicator: Communicator
  /** One cluster a sample, of all samples. */
  readonly labels: Int32Array
  /** The rank's own samples: begin … end − 1. */
  readonly begin: number
  readonly end: number
}

/** Hands the labels of all samples, which rank 0 gives, to every rank; `own` is the number of samples that this rank has. 4 bytes per sample. */
export function sharedLabels(communicator: Communicator, labels: Int32Array, own: number): SharedLabels {
  const { total, begin, end } = rowsOnRanks(communicator, own)
  const all = communicator.rank === 0 ? labels : new Int32Array(total)
  communicator.broadcast(all)
  return { communicator, labels: all, begin, end }
}

/** Which of all samples have a view, ascending, on every rank; `present` is 1 where one of the rank's own samples has it, null where all of them have. */
export function samplesWith(
  { communicator, labels, begin, end }: SharedLabels,
  present: Uint8Array | null,
): Uint32Array {
  const marks = communicator.allGather(present ?? new Uint8Array(end - begin).fill(1))
  return Uint32Array.from(labels.keys()).filter((i) => marks[i] === 1)
}
