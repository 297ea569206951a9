import type { DenseView, SparseView } from '@manyview/core'
import type { Share } from '@manyview/core/runtime'

/** Some of the samples of a view. */
export function sliceSamples(view: DenseView | SparseView, { begin, end }: Share): DenseView | SparseView {
  const { features } = view
  const shape = { samples: end - begin, features, present: view.present && Array.from(view.present).slice(begin, end) }
  if (!('pointers' in view))
    return { data: Float64Array.from(view.data).slice(begin * features, end * features), ...shape }
  const [from, to] = [view.pointers[begin], view.pointers[end]]
  return {
    values: Float64Array.from(view.values).slice(from, to),
    indices: Uint32Array.from(view.indices).slice(from, to),
    pointers: Uint32Array.from(view.pointers)
      .slice(begin, end + 1)
      .map((at) => at - from),
    ...shape,
  }
}
