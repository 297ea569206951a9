import type { Kernels } from './kernels.ts'
import { BLOCK, paddedToFour } from './pack-matrix.ts'
import { workRanges } from './work-ranges.ts'

/** Features that a call of Xᵀ·G takes at the least: each call reads all of G. */
export const LEAST = 16
/** Blocks of columns for every further thread; with this many nobody waits long for the last of them. */
const BLOCKS = 10

/**
 * Ranges of the columns of X for calls of Xᵀ·G with `work` multiplications a column: whole blocks of the packed X where these are many for the threads of the kernels' pool, since memory is then read in
 * order. Each column is summed by itself, so that its bytes do not depend on the ranges.
 */
export function featureRanges({ sharer }: Kernels, columns: number, work: number): [number, number][] {
  const others = (sharer?.size ?? 1) - 1
  return workRanges(paddedToFour(columns), columns >= others * BLOCKS * BLOCK ? BLOCK : 4, work, LEAST)
}
