import { BLOCK, paddedToFour } from './pack-matrix.ts'
import { workRanges } from './work-ranges.ts'

/** Features that a call of Xᵀ·G takes at the least: each call reads all of G. */
const LEAST = 32
/** From so many blocks of columns on there are enough of them for all threads. */
const MANY = 16

/** Ranges of the columns of X for calls of Xᵀ·G with `work` multiplications a column; whole blocks of the packed X where these are many, since memory is then read in order. */
export function featureRanges(columns: number, work: number): [number, number][] {
  return workRanges(paddedToFour(columns), columns >= MANY * BLOCK ? BLOCK : 4, work, LEAST)
}
