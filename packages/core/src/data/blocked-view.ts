import { InputError } from '../input-error.ts'
import { nameViews } from './name-views.ts'
import type { DenseView, View, Views } from './view.ts'

/** A dense view that is not in memory: its samples are read when they are needed, many times. For views larger than memory. */
export interface BlockedView {
  readonly samples: number
  readonly features: number
  /** One name a sample; views with ids are joined by them. */
  readonly ids?: readonly string[]
  /** Samples that are read at a time, default about 32 MiB of them. Results do not depend on it. */
  readonly blockSamples?: number
  /** Writes samples begin … end − 1 to the beginning of `to`, one after the other (`to[(i − begin) * features + j]`); the same numbers each time. */
  readRows(begin: number, end: number, to: Float64Array): void
}

/** Blocked views by name; an array names them `view 1`, `view 2`, … */
export type BlockedViews = Readonly<Record<string, BlockedView>> | readonly BlockedView[]

/** A view in memory in the form of a blocked one, for example beside others that are too large. Values are converted as they are read. */
export function blockedView({ data, samples, features, ids }: DenseView, blockSamples?: number): BlockedView {
  return {
    samples,
    features,
    ids,
    blockSamples,
    readRows(begin, end, to) {
      for (let p = begin * features, q = 0; p < end * features; p++, q++) to[q] = data[p]
    },
  }
}

/** True where all views are blocked; refuses a mixture of both. */
export function areBlocked(views: Views | BlockedViews): views is BlockedViews {
  const named = nameViews<View | BlockedView>(views)
  const isBlocked = (view: unknown) => typeof view === 'object' && view !== null && 'readRows' in view
  const blocked = named.filter(([, view]) => isBlocked(view))
  if (blocked.length === 0 || blocked.length === named.length) return blocked.length > 0
  const [name] = named.find(([, view]) => !isBlocked(view))!
  throw new InputError(`is in memory but "${blocked[0][0]}" is read in blocks, wrap it: blockedView(view)`, {
    code: 'mixed-views',
    argument: name,
  })
}
