import type { Matrix } from '../linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../linalg/sparse-matrix.ts'
import { Random } from '../random/random.ts'
import type { NamedMatrix } from './prepare-views.ts'

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
 * Samples: by a fixed pseudo-random projection of their features; exact ties by comparing the raw rows entry by entry. O(entries · log entries).
 */
export function canonicalOrder(views: readonly NamedMatrix[]): CanonicalOrder {
  const viewOrder = orderViews(views)
  const sorted = Array.from(viewOrder, (v) => views[v])
  const samples = sorted[0].data.rows
  const keys = projectionKeys(
    sorted.map(({ data }) => data),
    samples,
  )
  const order = Uint32Array.from({ length: samples }, (_, i) => i)
  order.sort((i, j) => keys[i] - keys[j] || compareSamples(sorted, i, j))
  const twins = new Uint32Array(samples)
  for (let p = 1; p < samples; p++) {
    const same = keys[order[p]] === keys[order[p - 1]] && compareSamples(sorted, order[p], order[p - 1]) === 0
    twins[p] = same ? twins[p - 1] : p
  }
  return { views: viewOrder, samples: order, twins }
}

function orderViews(views: readonly NamedMatrix[]): Uint32Array {
  const order = Uint32Array.from(views, (_, v) => v)
  const known = <T>(values: Map<number, T>, v: number, make: (data: Matrix | SparseMatrix) => T) => {
    if (!values.has(v)) values.set(v, make(views[v].data))
    return values.get(v)!
  }
  const beginnings = new Map<number, { count: number; least: number }>()
  const sorted = new Map<number, Float64Array>()
  return order.sort((a, b) => {
    if (views[a].data.columns !== views[b].data.columns) return views[a].data.columns - views[b].data.columns
    const one = known(beginnings, a, beginning)
    const other = known(beginnings, b, beginning)
    if (one.count !== other.count) return one.count - other.count
    // The least values come first, and are nearly always enough: sorting all takes long.
    if (one.least !== other.least) return one.least - other.least
    const x = known(sorted, a, sortedNonZeros)
    const y = known(sorted, b, sortedNonZeros)
    const first = x.findIndex((value, i) => value !== y[i])
    if (first >= 0) return x[first] - y[first]
    return views[a].name < views[b].name ? -1 : 1
  })
}

/** How many entries are not zero, and the least of them. */
function beginning(a: Matrix | SparseMatrix): { count: number; least: number } {
  const values = isSparse(a) ? a.values : a.data
  let count = 0
  let least = Infinity
  for (let p = 0; p < values.length; p++) {
    if (values[p] === 0) continue
    count++
    if (values[p] < least) least = values[p]
  }
  return { count, least }
}

function sortedNonZeros(a: Matrix | SparseMatrix): Float64Array {
  return (isSparse(a) ? a.values : a.data).filter((value) => value !== 0).sort()
}

/** One number a sample: Σ over views of (row · fixed weights) / largest absolute value of the view. */
function projectionKeys(views: readonly (Matrix | SparseMatrix)[], samples: number): Float64Array {
  const keys = new Float64Array(samples)
  views.forEach((view, v) => {
    const random = new Random(v + 1)
    const weights = Float64Array.from({ length: view.columns }, () => 2 * random.uniform() - 1)
    const values = isSparse(view) ? view.values : view.data
    let largest = 0
    for (let p = 0; p < values.length; p++) largest = Math.max(largest, Math.abs(values[p]))
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

/** Negative, zero or positive as sample i comes before, equals or comes after sample j, view by view: who lacks it comes first, then feature by feature. */
function compareSamples(views: readonly NamedMatrix[], i: number, j: number): number {
  for (const { data, present } of views) {
    if (present && present[i] !== present[j]) return present[i] - present[j]
    const difference = isSparse(data) ? compareSparseRows(data, i, j) : compareDenseRows(data, i, j)
    if (difference !== 0) return difference
  }
  return 0
}

function compareDenseRows(a: Matrix, i: number, j: number): number {
  for (let c = 0; c < a.columns; c++) {
    const x = a.data[i * a.columns + c]
    const y = a.data[j * a.columns + c]
    if (x !== y) return x < y ? -1 : 1
  }
  return 0
}

/** As if the rows were dense: where only one has an entry, it is compared with zero. */
function compareSparseRows(a: SparseMatrix, i: number, j: number): number {
  let p = a.pointers[i]
  let q = a.pointers[j]
  while (p < a.pointers[i + 1] || q < a.pointers[j + 1]) {
    const left = p < a.pointers[i + 1] ? a.indices[p] : Infinity
    const right = q < a.pointers[j + 1] ? a.indices[q] : Infinity
    const x = left <= right ? a.values[p++] : 0
    const y = right <= left ? a.values[q++] : 0
    if (x !== y) return x < y ? -1 : 1
  }
  return 0
}
