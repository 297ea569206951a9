import { takeRows } from '../../data/take-rows.ts'
import type { Matrix } from '../../linalg/matrix.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { type Share, share } from '../../ranks/share.ts'

/** For each of this rank's samples the first of its own (counted from 0) that is identical to it; `twins` is of all n samples. O(n/ranks). */
export function ownTwins(communicator: Communicator, twins: Uint32Array): Uint32Array {
  const { begin, end } = ownShare(communicator, twins)
  return twins.slice(begin, end).map((first) => Math.max(first, begin) - begin)
}

/**
 * Adds the rows (own×k) of identical samples up, into the row of the first of them on each rank. Identical samples are neighbours in the canonical order, so that only
 * the groups of a rank's first and last sample can go on elsewhere: every rank sends those two rows to all. O(own·k + ranks·k).
 */
export function addUpTwins(communicator: Communicator, twins: Uint32Array, rows: Matrix): void {
  const { columns, data } = rows
  ownTwins(communicator, twins).forEach((first, i) => {
    if (first !== i) for (let j = 0; j < columns; j++) data[first * columns + j] += data[i * columns + j]
  })
  if (communicator.size === 1) return
  const border = borderRows(communicator, twins, rows)
  for (const { group, at } of ownBorders(communicator, twins)) {
    const parts = border.filter((part) => part.group === group)
    const sum = parts[0].row.slice()
    for (const { row } of parts.slice(1)) for (let j = 0; j < columns; j++) sum[j] += row[j]
    data.set(sum, at * columns)
  }
}

/** Every row (own×k) as that of the first identical sample, on whichever rank it is. O(own·k + ranks·k). */
export function rowsOfFirstTwins(communicator: Communicator, twins: Uint32Array, rows: Matrix): Matrix {
  const result = takeRows(rows, ownTwins(communicator, twins))
  if (communicator.size === 1) return result
  const { begin, end } = ownShare(communicator, twins)
  const border = borderRows(communicator, twins, rows)
  for (let i = begin; i < end && twins[i] < begin; i++)
    result.data.set(border.find(({ group }) => group === twins[i])!.row, (i - begin) * rows.columns)
  return result
}

/** The samples of this rank, in canonical order. */
export function ownShare({ size, rank }: Communicator, twins: Uint32Array): Share {
  return share(twins.length, size, rank)
}

/** The groups of this rank's first and last sample, and the first of its samples in each. */
function ownBorders(communicator: Communicator, twins: Uint32Array): { group: number; at: number }[] {
  const { begin, end } = ownShare(communicator, twins)
  const groups = begin < end ? [...new Set([twins[begin], twins[end - 1]])] : []
  return groups.map((group) => ({ group, at: Math.max(group, begin) - begin }))
}

/** Those groups of all ranks, in the order of the ranks, with the row that each rank has of them. */
function borderRows(
  communicator: Communicator,
  twins: Uint32Array,
  { columns, data }: Matrix,
): { group: number; row: Float64Array }[] {
  const own = ownBorders(communicator, twins).map(({ group, at }) => [
    group,
    ...data.subarray(at * columns, (at + 1) * columns),
  ])
  const all = communicator.allGather(Float64Array.from(own.flat()))
  return Array.from({ length: all.length / (columns + 1) }, (_, p) => {
    const at = p * (columns + 1)
    return { group: all[at], row: all.subarray(at + 1, at + 1 + columns) }
  })
}
