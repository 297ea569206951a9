import { isWhole, storedValues } from '../numerics/linalg/integer-matrix.ts'
import type { HeldRows, Rows } from '../numerics/linalg/rows.ts'
import type { Progress } from '../runtime/progress.ts'
import { readRows } from '../runtime/ranks/sum-rows.ts'
import { runToEnd } from '../runtime/steps.ts'
import type { DenseView, SparseView } from './view.ts'
import { viewRows } from './view-rows.ts'

/** What of some rows are no numbers to compute with. */
export interface RowsInspection {
  /** 1 where a sample has the view, 0 where its mask says no or where all its values are NaN (of dense rows); null: all have it. */
  present: Uint8Array | null
  /** NaN inside samples that have the view: how many values, in how many samples and features, and where the first stands; null: there is none. */
  missing: { values: number; samples: number; features: number; first: { sample: number; feature: number } } | null
  /** The first infinite value in a sample that has the view. */
  infinite: { sample: number; feature: number; value: number } | null
}

/** Looks through rows for what is missing or infinite; `mask` is 0 or false where a sample lacks the view whatever its values are. O(entries), one reading. */
export function* inspectRows(rows: Rows, mask?: ArrayLike<number | boolean>): Generator<Progress, RowsInspection> {
  const present = new Uint8Array(rows.rows).fill(1)
  if (mask) for (let i = 0; i < present.length; i++) if (!mask[i]) present[i] = 0
  const incomplete = new Uint8Array(rows.columns)
  const missingCounts = { values: 0, samples: 0 }
  let first: { sample: number; feature: number } | null = null
  let infinite: RowsInspection['infinite'] = null
  const inspectRow = (block: HeldRows, i: number, sample: number) => {
    const sparse = 'pointers' in block
    const values = sparse ? block.values : block.data
    const begin = sparse ? block.pointers[i] : i * block.columns
    const end = sparse ? block.pointers[i + 1] : begin + block.columns
    const missing: number[] = []
    for (let p = begin; p < end; p++) {
      if (Math.abs(values[p]) < Infinity) continue
      const feature = sparse ? block.indices[p] : p - begin
      if (Number.isNaN(values[p])) missing.push(feature)
      else infinite ??= { sample, feature, value: values[p] }
    }
    if (missing.length === 0) return
    if (!sparse && missing.length === block.columns) {
      present[sample] = 0
      return
    }
    first ??= { sample, feature: missing[0] }
    for (const feature of missing) incomplete[feature] = 1
    missingCounts.values += missing.length
    missingCounts.samples++
  }
  const inspect = (block: HeldRows, begin: number) => {
    if (allFinite('pointers' in block ? block.values : storedValues(block))) return
    for (let i = 0; i < block.rows; i++) if (present[begin + i]) inspectRow(block, i, begin + i)
  }
  yield* readRows(rows, inspect, 'reading views')
  const features = incomplete.reduce((sum, mark) => sum + mark, 0)
  return {
    present: present.includes(0) ? present : null,
    missing: first && { ...missingCounts, features, first },
    infinite,
  }
}

/** True where no value is NaN or infinite. x − x is 0 where x is finite, else NaN: four sums, which do not wait for each other, ask no question of each value. */
export function allFinite(values: ArrayLike<number>): boolean {
  if (isWhole(values)) return true
  const end = values.length - (values.length % 4)
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let p = 0; p < end; p += 4) {
    a += values[p] - values[p]
    b += values[p + 1] - values[p + 1]
    c += values[p + 2] - values[p + 2]
    d += values[p + 3] - values[p + 3]
  }
  for (let p = end; p < values.length; p++) a += values[p] - values[p]
  return a + b + c + d === 0
}

/** 1 where a sample has the view, 0 where its mask says no or, in a dense view, where all its values are NaN; null: all samples have it. O(entries). */
export function presentSamples(view: DenseView | SparseView): Uint8Array | null {
  return runToEnd(inspectRows(viewRows('view', view), view.present)).present
}
