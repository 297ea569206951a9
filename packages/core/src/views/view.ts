/** Values of n samples × d features, one sample after the other (`data[i * features + j]`). */
export interface DenseView {
  data: ArrayLike<number>
  samples: number
  features: number
  /** One name per sample; views with ids are joined by them. */
  ids?: readonly string[]
  /** One a sample: 0 or false where the sample lacks this view, whatever its values are. A sample whose values are all NaN lacks it, too. */
  present?: ArrayLike<number | boolean>
}

/** A sparse view: sample i has `values[p]` at feature `indices[p]` for p from `pointers[i]` to `pointers[i + 1] − 1`. */
export interface SparseView {
  values: ArrayLike<number>
  indices: ArrayLike<number>
  pointers: ArrayLike<number>
  samples: number
  features: number
  ids?: readonly string[]
  /** One a sample: 0 or false where the sample lacks this view. A sample without entries has it: its values are zero. */
  present?: ArrayLike<number | boolean>
}

/** One side from which the samples are seen: with its shape, as rows (one per sample), or as a list of one number per sample. */
export type View = DenseView | SparseView | readonly ArrayLike<number>[] | ArrayLike<number>

/** Views by name; an array names them `view 1`, `view 2`, … Rows or a list without a name are one view. */
export type Views = Readonly<Record<string, View>> | readonly View[] | ArrayLike<number>
