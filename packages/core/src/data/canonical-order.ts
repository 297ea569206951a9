import type { Matrix } from '../linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../linalg/sparse-matrix.ts'
import { Random } from '../random/random.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { largestOverRanks, leastOverRanks } from '../ranks/least-over-ranks.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { compareSamples } from './compare-samples.ts'
import { type CountedValues, compareValues, countValues } from './compare-values.ts'
import type { NamedMatrix } from './prepare-views.ts'
import { tiedSamples } from './tied-samples.ts'

/** An order of views and samples that depends on their content only. */
export interface CanonicalOrder {
  /** Input position of the view at each canonical position. */
  views: Uint32Array
  /** Input position of the sample at each canonical position. */
  samples: Uint32Array
  /** For each canonical position the first canonical position with an identical sample (its own where there is none before). */
  twins: Uint32Array
}

/**
 * Sorts views and samples by content, so that seeded steps on the sorted data give the same result for any input order.
 * Views: by number of features, then by all their values in ascending order, then by name.
 * Samples: by a fixed pseudo-random projection of their features; exact ties by comparing the raw rows entry by entry. Ranks that have their share of the samples each
 * find the order of all of them, each with 12 bytes a sample from the others. O(entries · log entries).
 */
export function canonicalOrder(views: readonly NamedMatrix[], communicator: Communicator = oneProcess): CanonicalOrder {
  const viewOrder = orderViews(views, communicator)
  const sorted = Array.from(viewOrder, (v) => views[v])
  const keys = communicator.allGather(projectionKeys(sorted, communicator))
  const samples = keys.length
  const compare = tieBreaker(sorted, keys, communicator)
  const order = Uint32Array.from({ length: samples }, (_, i) => i)
  order.sort((i, j) => keys[i] - keys[j] || compare(i, j))
  const twins = new Uint32Array(samples)
  for (let p = 1; p < samples; p++) {
    const same = keys[order[p]] === keys[order[p - 1]] && compare(order[p], order[p - 1]) === 0
    twins[p] = same ? twins[p - 1] : p
  }
  return { views: viewOrder, samples: order, twins }
}

/** How two samples of the same key compare. */
function tieBreaker(
  views: readonly NamedMatrix[],
  keys: Float64Array,
  communicator: Communicator,
): (i: number, j: number) => number {
  if (communicator.size === 1) return (i, j) => compareSamples(views, i, j)
  const ties = tiedSamples(communicator, views, keys)
  return (i, j) => ties[i] - ties[j]
}

/** Ranks compare the same views in the same order, so that they also send and wait alike. */
function orderViews(views: readonly NamedMatrix[], communicator: Communicator): Uint32Array {
  const order = Uint32Array.from(views, (_, v) => v)
  const known = <T>(values: Map<number, T>, v: number, make: (data: Matrix | SparseMatrix) => T) => {
    if (!values.has(v)) values.set(v, make(views[v].data))
    return values.get(v)!
  }
  const beginnings = new Map<number, { count: number; least: number }>()
  const counted = new Map<number, CountedValues>()
  return order.sort((a, b) => {
    if (views[a].data.columns !== views[b].data.columns) return views[a].data.columns - views[b].data.columns
    const one = known(beginnings, a, (data) => beginning(data, communicator))
    const other = known(beginnings, b, (data) => beginning(data, communicator))
    if (one.count !== other.count) return one.count - other.count
    // The least values come first, and are nearly always enough: sorting all takes long.
    if (one.least !== other.least) return one.least - other.least
    const difference = compareValues(communicator, known(counted, a, countValues), known(counted, b, countValues))
    if (difference !== 0) return difference
    return views[a].name < views[b].name ? -1 : 1
  })
}

/** How many entries are not zero, and the least of them. */
function beginning(a: Matrix | SparseMatrix, communicator: Communicator): { count: number; least: number } {
  const values = isSparse(a) ? a.values : a.data
  let count = 0
  let least = Infinity
  for (let p = 0; p < values.length; p++) {
    if (values[p] === 0) continue
    count++
    if (values[p] < least) least = values[p]
  }
  const all = [Float64Array.of(count), Float64Array.of(least)]
  communicator.allReduceSum(all[0])
  leastOverRanks(communicator, all[1])
  return { count: all[0][0], least: all[1][0] }
}

/** One number for each sample of this rank: Σ over views of (row · fixed weights) / largest absolute value of the view. */
function projectionKeys(views: readonly NamedMatrix[], communicator: Communicator): Float64Array {
  const samples = views[0].data.rows
  const keys = new Float64Array(samples)
  views.forEach(({ data: view }, v) => {
    const random = new Random(v + 1)
    const weights = Float64Array.from({ length: view.columns }, () => 2 * random.uniform() - 1)
    const values = isSparse(view) ? view.values : view.data
    let largest = 0
    for (let p = 0; p < values.length; p++) largest = Math.max(largest, Math.abs(values[p]))
    const overall = Float64Array.of(largest)
    largestOverRanks(communicator, overall)
    largest = overall[0]
    if (largest === 0) return
    for (let i = 0; i < samples; i++) {
      let sum = 0
      if (isSparse(view))
        for (let p = view.pointers[i]; p < view.pointers[i + 1]; p++)
          sum += (view.values[p] / largest) * weights[view.indices[p]]
      else for (let j = 0; j < view.columns; j++) sum += (view.data[i * view.columns + j] / largest) * weights[j]
      keys[i] += sum
    }
  })
  return keys
}
