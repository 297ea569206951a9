import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import { type HeldRows, mapRows, type Rows } from '../numerics/linalg/rows.ts'
import { logarithm } from '../numerics/math/logarithm.ts'

/** What is done to a sample's entries before the rule of the view: the centred log-ratio of counts, or M-values of shares. */
export const entryChanges = ['centred-log-ratio', 'm-value'] as const
export type EntryChange = (typeof entryChanges)[number]

/** Shares of methylation nearer to 0 or 1 count as this near, since nothing is measured more sharply. */
const SHARPEST = 0.001

/** The rows (n×d) with their entries changed, dense and held as they are; each depends on its own row only. NaN stays NaN. O(n·d). */
export function changeEntries(view: Rows, change: EntryChange): Rows {
  return mapRows(view, { columns: view.columns, sparse: false }, (block) => changedRows(block, change))
}

/** Rows begin … end − 1 of rows in memory with their entries changed, dense. */
export function changedRows(view: HeldRows, change: EntryChange, begin = 0, end = view.rows): Matrix {
  const { columns } = view
  const result = matrix(end - begin, columns)
  if ('pointers' in view)
    for (let i = begin; i < end; i++)
      for (let p = view.pointers[i]; p < view.pointers[i + 1]; p++)
        result.data[(i - begin) * columns + view.indices[p]] = view.values[p]
  else result.data.set(view.data.subarray(begin * columns, end * columns))
  for (let i = 0; i < result.rows; i++) changeInto[change](result.data.subarray(i * columns, (i + 1) * columns))
  return result
}

const changeInto: Record<EntryChange, (row: Float64Array) => void> = {
  /** ln(1 + x) less its mean over the features (Stoeckius and others, 2017). */
  'centred-log-ratio'(row) {
    let [sum, count] = [0, 0]
    for (let j = 0; j < row.length; j++) {
      row[j] = logarithm(1 + Math.max(row[j], 0))
      if (Number.isNaN(row[j])) continue
      sum += row[j]
      count++
    }
    for (let j = 0; j < row.length; j++) row[j] -= sum / count
  },
  /** log₂(β / (1 − β)) (Du and others, 2010). */
  'm-value'(row) {
    for (let j = 0; j < row.length; j++) {
      const share = Math.min(Math.max(row[j], SHARPEST), 1 - SHARPEST)
      row[j] = Number.isNaN(row[j]) ? Number.NaN : logarithm(share / (1 - share)) * Math.LOG2E
    }
  },
}
