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
