import { nameViews } from './name-views.ts'
import type { DenseView, View } from './view.ts'

/** A dense view that is not in memory: its samples are read when they are needed, many times. For views larger than memory. */
export interface BlockedView {
  readonly samples: number
  readonly features: number
  /** One name per sample; views with ids are joined by them. */
  readonly ids?: readonly string[]
  /** One mark per sample: 0 or false where the sample lacks this view, whatever its values are. A sample whose values are all NaN lacks it, too. */
  readonly present?: ArrayLike<number | boolean>
  /** Samples that are read at a time, default about 32 MiB of them. Results do not depend on it. */
  readonly blockSamples?: number
  /** Writes samples begin … end − 1 to the beginning of `to`, one after the other (`to[(i − begin) * features + j]`); the same numbers each time. */
  readRows(begin: number, end: number, to: Float64Array): void
}

/** Some samples of a sparse view: sample i of them has `values[p]` at feature `indices[p]`, ascending, for p from `pointers[i]` to `pointers[i + 1] − 1`; `pointers[0]` is 0. */
export interface SparseRows {
  values: Float64Array
  indices: Uint32Array
  pointers: Uint32Array
}

/** A sparse view that is not in memory: its samples are read when they are needed, many times. */
export interface BlockedSparseView {
  readonly samples: number
  readonly features: number
  /** One name per sample; views with ids are joined by them. */
  readonly ids?: readonly string[]
  /** One mark per sample: 0 or false where the sample lacks this view. A sample without entries has it: its values are zero. */
  readonly present?: ArrayLike<number | boolean>
  /** Samples that are read at a time. Results do not depend on it. */
  readonly blockSamples?: number
  /** Samples begin … end − 1; the same numbers each time. */
  readSparseRows(begin: number, end: number): SparseRows
}

/** Blocked views by name; an array names them `view 1`, `view 2`, … */
export type BlockedViews =
  | Readonly<Record<string, BlockedView | BlockedSparseView>>
  | readonly (BlockedView | BlockedSparseView)[]

/** A view in memory or in blocks. */
export type AnyView = View | BlockedView | BlockedSparseView

/** Views by name, some in memory and some in blocks; an array names them `view 1`, `view 2`, … */
export type AnyViews = Readonly<Record<string, AnyView>> | readonly AnyView[] | ArrayLike<number>

/** A view in memory in the form of a blocked one. Values are converted as they are read. */
export function blockedView({ data, samples, features, ids, present }: DenseView, blockSamples?: number): BlockedView {
  return {
    samples,
    features,
    ids,
    ...(present ? { present } : {}),
    blockSamples,
    readRows(begin, end, to) {
      for (let p = begin * features, q = 0; p < end * features; p++, q++) to[q] = data[p]
    },
  }
}

/** True where a view is read in blocks. */
export function areBlocked(views: AnyViews): views is BlockedViews {
  return nameViews<AnyView>(views).some(
    ([, view]) => typeof view === 'object' && view !== null && ('readRows' in view || 'readSparseRows' in view),
  )
}
