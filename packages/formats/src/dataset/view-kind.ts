import type { ShapedView } from '@manyview/core'
import type { ViewKind } from './findings.ts'
import { samplesInParts } from './rows/take-samples.ts'

/** Judges a view by its numbers: only 0 and 1 is binary, whole numbers from 0 are counts, all else is numeric; missing values say nothing. O(entries). */
export function viewKind(view: ShapedView): ViewKind {
  let binary = true
  for (const { part } of samplesInParts(view)) {
    const values = 'pointers' in part ? part.values : part.data
    const isUnsigned = [Uint8Array, Uint16Array, Uint32Array].some((kind) => values instanceof kind)
    for (let i = 0; i < values.length; i++) {
      const value = values[i]
      if (value === 0 || value === 1 || Number.isNaN(value)) continue
      binary = false
      if (isUnsigned) break
      if (!(value > 0 && value - Math.floor(value) === 0)) return 'numeric'
    }
  }
  return binary ? 'binary' : 'counts'
}

const fromSpecial: readonly ViewKind[] = ['binary', 'counts', 'categorical', 'numeric']

/** The most general of several kinds, which is that of their views together. */
export function commonKind(kinds: readonly ViewKind[]): ViewKind {
  return fromSpecial[Math.max(...kinds.map((kind) => fromSpecial.indexOf(kind)))]
}
