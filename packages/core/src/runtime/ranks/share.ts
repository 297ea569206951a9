import { type Matrix, matrix } from '../../numerics/linalg/matrix.ts'
import type { Ranks } from './ranks.ts'

/** Positions begin … end − 1. */
export interface Share {
  readonly begin: number
  readonly end: number
}

/** The part of `length` things that falls to a rank when all get the same number, up to one. */
export function share(length: number, size: number, rank: number): Share {
  return { begin: Math.floor((length * rank) / size), end: Math.floor((length * (rank + 1)) / size) }
}

/** The parts of all ranks. */
export function shares(length: number, size: number): Share[] {
  return Array.from({ length: size }, (_, rank) => share(length, size, rank))
}

/** The rank in whose part of `length` things thing number `position` lies. */
export function ownerOf(position: number, length: number, size: number): number {
  return Math.floor(((position + 1) * size - 1) / length)
}

/** Whether part `part` of the work falls to this rank. */
export function isOwnPart({ rank, size }: Ranks, part: number): boolean {
  return part % size === rank
}

/** For each part the matrices that the rank which did it has (the same number of each part, n rows each), on every rank; the others give null for it. */
export function shareResults(ranks: Ranks, parts: readonly (readonly Matrix[] | null)[]): (readonly Matrix[])[] {
  const { size } = ranks
  if (size === 1) return parts.map((part) => part!)
  return parts.map((own) => {
    const shapes = ranks.allGather(Float64Array.from((own ?? []).flatMap(({ rows, columns }) => [rows, columns])))
    return Array.from({ length: shapes.length / 2 }, (_, m) =>
      matrix(shapes[2 * m], shapes[2 * m + 1], ranks.allGather(own?.[m].data ?? new Float64Array(0))),
    )
  })
}
