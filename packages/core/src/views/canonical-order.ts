import type { HeldRows } from '../numerics/linalg/rows.ts'
import { Random } from '../numerics/random/random.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { readRows } from '../runtime/ranks/sum-rows.ts'
import { compareSamples } from './compare-samples.ts'
import { compareValues } from './compare-values.ts'
import type { NamedRows } from './prepare-views.ts'
import { tiedSamples } from './tied-samples.ts'
import type { ViewSummary } from './view-summary.ts'

/** An order of views and samples that depends on their content only. */
export interface CanonicalOrder {
  /** Input position of the view at each canonical position. */
  views: Uint32Array
  /** Input position of the sample at each canonical position; of identical samples the first of the input only. */
  samples: Uint32Array
  /** Canonical position of each input sample; identical samples share one. */
  places: Uint32Array
}

/** A view and what one reading says of it. */
export type SummarisedView = NamedRows & { readonly summary: ViewSummary }

/**
 * Sorts views and samples by content, so that seeded steps on the sorted data give the same result for any input order.
 * Views: by number of features, then by entries other than 0, the least of them, hashes of all values, then by name.
 * Samples: by a fixed pseudo-random projection of their features; exact ties by comparing the raw rows entry by entry. Ranks that have their share of the samples each
 * find the order of all of them, each with 12 bytes a sample from the others. One reading, and single rows where samples tie. O(entries + n · log n).
 */
export function* canonicalOrder(views: readonly SummarisedView[], ranks: Ranks): Generator<Progress, CanonicalOrder> {
  const viewOrder = Uint32Array.from(views.keys()).sort((a, b) => compareViews(views[a], views[b], ranks))
  const sorted = Array.from(viewOrder, (v) => views[v])
  const keys = ranks.allGather(yield* projectionKeys(sorted))
  const compare = tieBreaker(sorted, keys, ranks)
  const order = Uint32Array.from(keys.keys())
  order.sort((i, j) => keys[i] - keys[j] || compare(i, j))
  const places = new Uint32Array(keys.length)
  let distinct = 0
  order.forEach((sample, p) => {
    const last = order[distinct - 1]
    const isCopy = p > 0 && keys[sample] === keys[last] && compare(sample, last) === 0
    if (!isCopy) order[distinct++] = sample
    places[sample] = distinct - 1
  })
  return { views: viewOrder, samples: order.slice(0, distinct), places }
}

/** How two samples of the same key compare. */
function tieBreaker(views: readonly NamedRows[], keys: Float64Array, ranks: Ranks): (i: number, j: number) => number {
  if (ranks.size === 1) return (i, j) => compareSamples(views, i, j)
  const ties = tiedSamples(ranks, views, keys)
  return (i, j) => ties[i] - ties[j]
}

/** Ranks compare the same views in the same order, so that they also send and wait alike. */
function compareViews(a: SummarisedView, b: SummarisedView, ranks: Ranks): number {
  if (a.data.columns !== b.data.columns) return a.data.columns - b.data.columns
  const [one, other] = [a.summary, b.summary]
  if (one.nonZeros !== other.nonZeros) return one.nonZeros - other.nonZeros
  // The least values come first, and are nearly always enough.
  if (one.least !== other.least) return one.least - other.least
  return compareValues(a.data, b.data, ranks) || (a.name < b.name ? -1 : 1)
}

/** One number for each sample of this rank: Σ over views of (row · fixed weights) / largest absolute value of the view. */
function* projectionKeys(views: readonly SummarisedView[]): Generator<Progress, Float64Array> {
  const keys = new Float64Array(views[0].data.rows)
  for (const [v, { data: view, summary }] of views.entries()) {
    const random = new Random(v + 1)
    const weights = Float64Array.from({ length: view.columns }, () => 2 * random.uniform() - 1)
    const { largest } = summary
    if (largest > 0) yield* readRows(view, (block, begin) => projectInto(keys, begin, block, weights, largest))
  }
  return keys
}

/** A function of its own, since engines keep what a closure changes in memory. */
function projectInto(keys: Float64Array, begin: number, rows: HeldRows, weights: Float64Array, largest: number): void {
  const sparse = 'pointers' in rows
  const values = sparse ? rows.values : rows.data
  const { columns } = rows
  for (let i = 0, p = 0; i < rows.rows; i++) {
    let sum = 0
    if (sparse) for (; p < rows.pointers[i + 1]; p++) sum += (values[p] / largest) * weights[rows.indices[p]]
    else for (let j = 0; j < columns; j++, p++) sum += (values[p] / largest) * weights[j]
    keys[begin + i] += sum
  }
}
