import type { DenseView, SparseView } from './view.ts'

/** 1 where a sample has the view, 0 where its mask says no or, in a dense view, where all its values are NaN; null: all samples have it. O(samples), more where values are NaN. */
export function presentSamples(view: DenseView | SparseView): Uint8Array | null {
  const present = Uint8Array.from({ length: view.samples }, (_, i) => (view.present && !view.present[i] ? 0 : 1))
  if (!('pointers' in view)) {
    const { data, features } = view
    for (let i = 0; i < present.length; i++) {
      let j = 0
      while (j < features && Number.isNaN(Number(data[i * features + j]))) j++
      if (j === features) present[i] = 0
    }
  }
  return present.includes(0) ? present : null
}
