import type { DenseView, SparseView } from '@manyview/core'

/** A view as nested lists, one sample each. */
export function viewRows(view: DenseView | SparseView): number[][] {
  const rows = Array.from({ length: view.samples }, () => new Array<number>(view.features).fill(0))
  for (let i = 0; i < view.samples; i++)
    if ('pointers' in view)
      for (let p = view.pointers[i]; p < view.pointers[i + 1]; p++) rows[i][view.indices[p]] = view.values[p]
    else for (let j = 0; j < view.features; j++) rows[i][j] = view.data[i * view.features + j]
  return rows
}
