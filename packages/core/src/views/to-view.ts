import type { ShapedView } from './check-view.ts'
import type { NamedRows } from './prepare-views.ts'

/** A prepared view in the form in which views are given. */
export function toView({ data, present }: NamedRows, ids?: readonly string[]): ShapedView {
  const { rows: samples, columns: features } = data
  const shape = { samples, features, ...(ids ? { ids } : {}), ...(present ? { present } : {}) }
  if ('data' in data) return { ...shape, data: data.data }
  if ('pointers' in data) return { ...shape, values: data.values, indices: data.indices, pointers: data.pointers }
  const blocks = { ...shape, blockSamples: data.blockRows }
  if ('readRows' in data) return { ...blocks, readRows: (begin, end, to) => data.readRows(begin, end, to) }
  return { ...blocks, readSparseRows: (begin, end) => data.readSparseRows(begin, end) }
}
