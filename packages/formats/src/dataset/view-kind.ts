import type { DenseView, SparseView } from '@manyview/core'
import type { ViewKind } from './findings.ts'

/** Judges a view by its numbers: only 0 and 1 is binary, whole numbers from 0 are counts, all else is numeric; missing values say nothing. O(entries). */
export function viewKind(view: DenseView | SparseView): ViewKind {
  const values = 'pointers' in view ? view.values : view.data
  let binary = true
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (Number.isNaN(value)) continue
    if (value !== 0 && value !== 1) {
      binary = false
      if (!(value >= 0 && Number.isInteger(value))) return 'numeric'
    }
  }
  return binary ? 'binary' : 'counts'
}
