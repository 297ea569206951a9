import type { Matrix } from '../linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../linalg/sparse-matrix.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'

/** True where all rows of `a` (n×d), or those that are `present`, are equal, on all ranks. O(entries), less where an early row differs. */
export function isConstant(
  a: Matrix | SparseMatrix,
  present: Uint8Array | null = null,
  communicator: Communicator = oneProcess,
): boolean {
  const first = present ? present.indexOf(1) : 0
  const row = new Float64Array(a.columns)
  const constant = hasEqualRows(a, present, first, row)
  if (communicator.size === 1) return constant
  const differing = Float64Array.of(constant ? 0 : 1)
  communicator.allReduceSum(differing)
  if (differing[0] > 0) return false
  const rows = communicator.allGather(first >= 0 && first < a.rows ? row : new Float64Array(0))
  return rows.every((value, p) => value === rows[p % a.columns])
}

/** Whether rows from the first present one on equal it; it is written to `row`. */
function hasEqualRows(a: Matrix | SparseMatrix, present: Uint8Array | null, first: number, row: Float64Array): boolean {
  for (let i = Math.max(first, 0); i < a.rows; i++) {
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
