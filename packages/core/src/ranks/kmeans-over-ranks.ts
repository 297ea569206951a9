import { kmeans } from '../cluster/kmeans.ts'
import type { KmeansOptions } from '../cluster/kmeans-options.ts'
import type { Kernels } from '../kernels/kernels.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import type { Communicator } from './communicator.ts'
import { share } from './share.ts'

/** Points of unit length that differ by less are one point: where memberships collapse, only rounding tells samples apart. */
const GRAIN = 1 / 1_099_511_627_776
/** Starts whose squared errors differ by less than this are equally good: rounding differs with the number of ranks. */
const MARGIN = 1e-9

/**
 * The labels that `kmeans` gives, for this rank's rows of the points (of unit length, rounded to 2⁻⁴⁰); of equally good starts the first wins. Every rank gets all points (n×d, small beside the
 * views) and does its part of the starts, so that any number of ranks comes to the same.
 */
export function kmeansOverRanks(
  communicator: Communicator,
  kernels: Kernels,
  points: Matrix,
  options: KmeansOptions,
): Int32Array {
  const { rank, size } = communicator
  const rounded = points.data.map((value) => Math.round(value / GRAIN) * GRAIN)
  if (size === 1) return kmeans(kernels, { ...points, data: rounded }, { ...options, margin: MARGIN }).labels
  const data = communicator.allGather(rounded)
  const all = matrix(data.length / points.columns, points.columns, data)
  const found = kmeans(kernels, all, { ...options, margin: MARGIN, part: { rank, size } })
  const results = communicator.allGather(Float64Array.of(found.squaredError, found.run ?? 0))
  const errors = Array.from({ length: size }, (_, r) => results[2 * r])
  const runs = Array.from({ length: size }, (_, r) => results[2 * r + 1])
  const good = Math.min(...errors) * (1 + 2 * MARGIN)
  const first = Math.min(...runs.filter((_, r) => errors[r] <= good))
  const labels = communicator.allGather(rank === runs.indexOf(first) ? found.labels : new Int32Array(0))
  const own = share(all.rows, size, rank)
  return labels.slice(own.begin, own.end)
}
