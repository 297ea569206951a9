import type { Matrix } from '../linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../linalg/sparse-matrix.ts'

/** True where all rows of `a` (n×d), or those that are `present`, are equal. O(entries), less where an early row differs. */
export function isConstant(a: Matrix | SparseMatrix, present: Uint8Array | null = null): boolean {
  const row = new Float64Array(a.columns)
  const first = present ? present.indexOf(1) : 0
  for (let i = first; i < a.rows; i++) {
    if (present?.[i] === 0) continue
    const entries = isSparse(a) ? expanded(a, i) : a.data.subarray(i * a.columns, (i + 1) * a.columns)
    if (i === first) row.set(entries)
    else for (let j = 0; j < a.columns; j++) if (entries[j] !== row[j]) return false
  }
  return true
}

function expanded(a: SparseMatrix, i: number): Float64Array {
  const row = new Float64Array(a.columns)
  for (let p = a.pointers[i]; p < a.pointers[i + 1]; p++) row[a.indices[p]] = a.values[p]
  return row
}
