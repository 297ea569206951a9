import {
  type Communicator,
  type DenseView,
  type Matrix,
  oneProcess,
  rowsOnRanks,
  type SparseView,
} from '@manyview/core'
import { matrix, Random } from '@manyview/core/numerics'
import { placeRows } from '@manyview/formats'

/** The order that `shuffle` stands for, of the samples of all ranks of which this one has `own`; null where they stay as they are. */
export function shuffledOrder(shuffle: number | null, own: number, communicator: Communicator): Uint32Array | null {
  return shuffle === null ? null : new Random(shuffle).permutation(rowsOnRanks(communicator, own).total)
}

/** The view with sample `order[i]` at place i, without ids; which samples lack it is kept. Over ranks samples go to the rank whose share they are then in. O(entries). */
export function reorderSamples<V extends DenseView | SparseView>(
  view: V,
  order: Uint32Array,
  communicator: Communicator = oneProcess,
): V {
  if (communicator.size > 1) return reorderOverRanks(view, order, communicator) as V
  const marks = view.present ? { present: Uint8Array.from(order, (i) => Number(view.present![i])) } : {}
  if ('pointers' in view) return { ...reorderSparse(view, order), ...marks } as V
  const { data, samples, features } = view as DenseView
  const reordered = new Float64Array(samples * features)
  for (let i = 0; i < samples; i++)
    for (let j = 0; j < features; j++) reordered[i * features + j] = data[order[i] * features + j]
  return { data: reordered, samples, features, ...marks } as DenseView as V
}

function reorderOverRanks(
  view: DenseView | SparseView,
  order: Uint32Array,
  communicator: Communicator,
): DenseView | SparseView {
  const { begin } = rowsOnRanks(communicator, view.samples)
  const targets = new Float64Array(view.samples)
  order.forEach((sample, place) => {
    if (sample >= begin && sample < begin + view.samples) targets[sample - begin] = place
  })
  return placeRows(communicator, view, targets, order.length)
}

function reorderSparse({ values, indices, pointers, samples, features }: SparseView, order: Uint32Array): SparseView {
  const result = {
    values: new Float64Array(values.length),
    indices: new Uint32Array(indices.length),
    pointers: new Uint32Array(samples + 1),
    samples,
    features,
  }
  let end = 0
  for (let i = 0; i < samples; i++) {
    for (let p = pointers[order[i]]; p < pointers[order[i] + 1]; p++) {
      result.values[end] = values[p]
      result.indices[end++] = indices[p]
    }
    result.pointers[i + 1] = end
  }
  return result
}

/** Undoes the order: what was computed for place i goes to sample `order[i]`. */
export function restoreOrder<A extends Int32Array | Float64Array>(values: A, order: Uint32Array): A {
  const restored = values.slice() as A
  for (let i = 0; i < order.length; i++) restored[order[i]] = values[i]
  return restored
}

/** The same for the rows of a matrix. */
export function restoreRows(rows: Matrix, order: Uint32Array): Matrix {
  const restored = matrix(rows.rows, rows.columns)
  for (let i = 0; i < order.length; i++)
    restored.data.set(rows.data.subarray(i * rows.columns, (i + 1) * rows.columns), order[i] * rows.columns)
  return restored
}
