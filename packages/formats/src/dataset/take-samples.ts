import type { DenseView, SparseView } from '@manyview/core'
import type { NumberArray } from '../bytes/stored-value.ts'

/** The samples at these positions, in this order, those at −1 marked as lacking the view; the view itself when that is all of them in place. */
export function takeSamples(view: DenseView | SparseView, positions: number[]): DenseView | SparseView {
  const samples = positions.length
  if (samples === view.samples && positions.every((position, i) => position === i)) return view
  const { features } = view
  const marks = positions.includes(-1)
    ? { present: Uint8Array.from(positions, (position) => (position < 0 ? 0 : 1)) }
    : {}
  if (!('pointers' in view)) {
    const source = view.data as NumberArray
    const data = new (source.constructor as new (length: number) => NumberArray)(samples * features)
    positions.forEach((position, i) => {
      if (position >= 0) data.set(source.subarray(position * features, (position + 1) * features), i * features)
    })
    return { data, samples, features, ...marks }
  }
  const pointers = new Uint32Array(samples + 1)
  positions.forEach((position, i) => {
    pointers[i + 1] = pointers[i] + (position < 0 ? 0 : view.pointers[position + 1] - view.pointers[position])
  })
  const indices = new Uint32Array(pointers[samples])
  const values = new Float64Array(pointers[samples])
  positions.forEach((position, i) => {
    if (position < 0) return
    for (let p = view.pointers[position], to = pointers[i]; p < view.pointers[position + 1]; p++, to++) {
      indices[to] = view.indices[p]
      values[to] = view.values[p]
    }
  })
  return { values, indices, pointers, samples, features, ...marks }
}
