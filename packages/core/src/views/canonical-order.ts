import type { Matrix } from '../numerics/linalg/matrix.ts'
import { blocksOf, type HeldRows, isBlocked, type Rows, rowsBetween } from '../numerics/linalg/rows.ts'
import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import { takeRows } from '../numerics/linalg/take-rows.ts'
import { Random } from '../numerics/random/random.ts'
import type { Progress } from '../runtime/progress.ts'
import { gatherRows } from '../runtime/ranks/gather-rows.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { share } from '../runtime/ranks/share.ts'
import { readRows } from '../runtime/ranks/sum-rows.ts'
import { addHash, mixInto } from './fingerprint.ts'
import type { NamedRows } from './prepare-views.ts'
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

/**
 * Orders two matrices of equally many entries other than 0 by two sums of hashes that all those values give, over the rows of all ranks: negative or positive as the first comes before or after the other, 0 where both have
 * the same values in whatever arrangement. The order itself means nothing; it only is the same for every arrangement. One reading of each.
 */
export function compareValues(one: Rows, other: Rows, ranks: Ranks): number {
  const [x, y] = [one, other].map((rows) => hashesOf(rows, ranks))
  return x[0] - y[0] || x[1] - y[1]
}

/** Two sums modulo 2³². */
function hashesOf(rows: Rows, ranks: Ranks): Uint32Array {
  const [sums, hash] = [new Uint32Array(2), new Uint32Array(2)]
  const bits = new Float64Array(1)
  const words = new Uint32Array(bits.buffer)
  for (const { data } of blocksOf(rows)) {
    const values = 'pointers' in data ? data.values : data.data
    for (let p = 0; p < values.length; p++) {
      if (values[p] === 0) continue
      bits[0] = values[p]
      hash.fill(0)
      mixInto(hash, words[0])
      mixInto(hash, words[1])
      addHash(sums, hash)
    }
  }
  // Sums of whole numbers below 2³² are exact.
  const total = Float64Array.from(sums)
  ranks.allReduceSum(total)
  return Uint32Array.from(total, (sum) => sum % 4_294_967_296)
}

/** Negative, zero or positive as sample i comes before, equals or comes after sample j, view by view: who lacks it comes first, then feature by feature. Rows that are not in memory are read. */
export function compareSamples(views: readonly NamedRows[], i: number, j: number): number {
  for (const { data, present } of views) {
    if (present && present[i] !== present[j]) return present[i] - present[j]
    const difference = compareRows(data, i, j)
    if (difference !== 0) return difference
  }
  return 0
}

function compareRows(a: Rows, i: number, j: number): number {
  const [one, other] = isBlocked(a) ? [rowsBetween(a, i, i + 1), rowsBetween(a, j, j + 1)] : [a, a]
  const [p, q] = isBlocked(a) ? [0, 0] : [i, j]
  if ('pointers' in one) return compareSparseRows(one, p, other as SparseMatrix, q)
  return compareDenseRows(one, p, other as Matrix, q)
}

function compareDenseRows(a: Matrix, i: number, b: Matrix, j: number): number {
  for (let c = 0; c < a.columns; c++) {
    const x = a.data[i * a.columns + c]
    const y = b.data[j * a.columns + c]
    if (x !== y) return x < y ? -1 : 1
  }
  return 0
}

/** As if the rows were dense: where only one has an entry, it is compared with zero. */
function compareSparseRows(a: SparseMatrix, i: number, b: SparseMatrix, j: number): number {
  let p = a.pointers[i]
  let q = b.pointers[j]
  while (p < a.pointers[i + 1] || q < b.pointers[j + 1]) {
    const feature = p < a.pointers[i + 1] ? a.indices[p] : Infinity
    const right = q < b.pointers[j + 1] ? b.indices[q] : Infinity
    const x = feature <= right ? a.values[p++] : 0
    const y = right <= feature ? b.values[q++] : 0
    if (x !== y) return x < y ? -1 : 1
  }
  return 0
}

/**
 * One number for each sample of all ranks: among samples with the same key it says how they compare, and equal ones have the same; 0 where a key is the only one of its kind.
 * A rank holds its share of the samples; `keys` are those of all. Of the samples that share a key, every rank shows the others one of each kind that it has: nearly
 * always one, since only equal samples have equal keys but for chance. On every rank the same.
 */
function tiedSamples(ranks: Ranks, views: readonly NamedRows[], keys: Float64Array): Int32Array {
  const range = share(keys.length, ranks.size, ranks.rank)
  const shared = sharedKeys(keys)
  if (shared.size === 0) return new Int32Array(keys.length)
  const tied: number[] = []
  for (let i = range.begin; i < range.end; i++) if (shared.has(keys[i])) tied.push(i - range.begin)
  tied.sort((i, j) => keys[range.begin + i] - keys[range.begin + j] || compareSamples(views, i, j))
  const kinds = numbered(
    tied.length,
    (p, q) => keys[range.begin + tied[p]] - keys[range.begin + tied[q]] || compareSamples(views, tied[p], tied[q]),
  )
  const examples = tied.filter((_, p) => p === 0 || kinds[p] !== kinds[p - 1])
  const exampleViews = views.map((view) => showSamples(ranks, view, examples))
  const seenKeys = ranks.allGather(Float64Array.from(examples, (i) => keys[range.begin + i]))
  const order = Array.from(seenKeys.keys())
  const compare = (a: number, b: number) => seenKeys[a] - seenKeys[b] || compareSamples(exampleViews, a, b)
  order.sort(compare)
  const places = numbered(order.length, (p, q) => compare(order[p], order[q]))
  const numbers = new Int32Array(order.length)
  order.forEach((a, p) => {
    numbers[a] = places[p]
  })
  const counts = ranks.allGather(Int32Array.of(examples.length))
  const before = counts.subarray(0, ranks.rank).reduce((sum, count) => sum + count, 0)
  const result = new Int32Array(range.end - range.begin)
  tied.forEach((i, p) => {
    result[i] = numbers[before + kinds[p]]
  })
  return ranks.allGather(result)
}

/** Keys that more than one sample has. */
function sharedKeys(keys: Float64Array): Set<number> {
  const sorted = keys.slice().sort()
  return new Set(sorted.filter((key, p) => p > 0 && key === sorted[p - 1]))
}

/** 0, 1, … for things in ascending order; equal ones have the same number. */
function numbered(count: number, compare: (p: number, q: number) => number): Int32Array {
  const numbers = new Int32Array(count)
  for (let p = 1; p < count; p++) numbers[p] = numbers[p - 1] + (compare(p - 1, p) === 0 ? 0 : 1)
  return numbers
}

/** These samples of all ranks, in the order of the ranks, in memory. */
function showSamples(ranks: Ranks, { name, data, present }: NamedRows, samples: readonly number[]): NamedRows {
  const marks = ranks.allGather(Uint8Array.from(samples, (i) => present?.[i] ?? 1))
  return { name, data: gatherRows(ranks, takeRows(data, samples)), present: marks }
}
