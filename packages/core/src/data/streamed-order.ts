import { blocksOf } from '../linalg/blocked-matrix.ts'
import type { Progress } from '../progress.ts'
import { Random } from '../random/random.ts'
import type { CanonicalOrder } from './canonical-order.ts'
import { compareStreamedValues } from './compare-streamed-values.ts'
import type { StreamedView } from './prepare-blocked.ts'

/** The order that `canonicalOrder` gives, of views that are read in blocks: one reading, and single rows where samples tie. O(entries), memory O(n). */
export function* streamedOrder(views: readonly StreamedView[]): Generator<Progress, CanonicalOrder> {
  const viewOrder = Uint32Array.from(views, (_, v) => v).sort((a, b) => compareViews(views[a], views[b]))
  const sorted = Array.from(viewOrder, (v) => views[v])
  const keys = yield* projectionKeys(sorted)
  const compare = rowComparer(sorted)
  const order = Uint32Array.from(keys, (_, i) => i)
  order.sort((i, j) => keys[i] - keys[j] || compare(i, j))
  const twins = new Uint32Array(order.length)
  for (let p = 1; p < order.length; p++) {
    const same = keys[order[p]] === keys[order[p - 1]] && compare(order[p], order[p - 1]) === 0
    twins[p] = same ? twins[p - 1] : p
  }
  return { views: viewOrder, samples: order, twins }
}

function compareViews(a: StreamedView, b: StreamedView): number {
  if (a.data.columns !== b.data.columns) return a.data.columns - b.data.columns
  if (a.nonZeros !== b.nonZeros) return a.nonZeros - b.nonZeros
  if (a.least !== b.least) return a.least - b.least
  return compareStreamedValues(a.data, b.data) || (a.name < b.name ? -1 : 1)
}

/** One number a sample: Σ over views of (row · fixed weights) / largest absolute value of the view. */
function* projectionKeys(views: readonly StreamedView[]): Generator<Progress, Float64Array> {
  const keys = new Float64Array(views[0].data.rows)
  for (const [v, { data: view, largest }] of views.entries()) {
    const random = new Random(v + 1)
    const weights = Float64Array.from({ length: view.columns }, () => 2 * random.uniform() - 1)
    if (largest === 0) continue
    for (const { begin, end, data } of blocksOf(view)) {
      for (let i = begin, p = 0; i < end; i++) {
        let sum = 0
        for (let j = 0; j < view.columns; j++, p++) sum += (data[p] / largest) * weights[j]
        keys[i] += sum
      }
      yield { stage: 'order', iteration: end, total: view.rows }
    }
  }
  return keys
}

/** How two samples compare, view by view and feature by feature; reads a row of both. */
function rowComparer(views: readonly StreamedView[]): (i: number, j: number) => number {
  const rows = views.map(({ data }) => [new Float64Array(data.columns), new Float64Array(data.columns)])
  return (i, j) => {
    for (const [v, { data }] of views.entries()) {
      const [x, y] = rows[v]
      data.readRows(i, i + 1, x)
      data.readRows(j, j + 1, y)
      for (let c = 0; c < data.columns; c++) if (x[c] !== y[c]) return x[c] < y[c] ? -1 : 1
    }
    return 0
  }
}
