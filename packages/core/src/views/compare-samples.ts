import type { Matrix } from '../numerics/linalg/matrix.ts'
import { isBlocked, type Rows, rowsBetween } from '../numerics/linalg/rows.ts'
import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import type { NamedRows } from './prepare-views.ts'

/** Negative, zero or positive as sample i comes before, equals or comes after sample j, view by view: who lacks it comes first, then feature by feature. Rows that are not in memory are read. */
export function compareSamples(views: readonly NamedRows[], i: number, j: number): number {
  for (const { data, present } of views) {
    if (present && present[i] !== present[j]) return present[i] - present[j]
    const difference = compareRows(data, i, j)
    if (difference !== 0) return difference
  }
  return 0
}

function compareRows(a: Rows, i: number, j: number): number {
  const [one, other] = isBlocked(a) ? [rowsBetween(a, i, i + 1), rowsBetween(a, j, j + 1)] : [a, a]
  const [p, q] = isBlocked(a) ? [0, 0] : [i, j]
  if ('pointers' in one) return compareSparseRows(one, p, other as SparseMatrix, q)
  return compareDenseRows(one, p, other as Matrix, q)
}

function compareDenseRows(a: Matrix, i: number, b: Matrix, j: number): number {
  for (let c = 0; c < a.columns; c++) {
    const x = a.data[i * a.columns + c]
    const y = b.data[j * a.columns + c]
    if (x !== y) return x < y ? -1 : 1
  }
  return 0
}

/** As if the rows were dense: where only one has an entry, it is compared with zero. */
function compareSparseRows(a: SparseMatrix, i: number, b: SparseMatrix, j: number): number {
  let p = a.pointers[i]
  let q = b.pointers[j]
  while (p < a.pointers[i + 1] || q < b.pointers[j + 1]) {
    const left = p < a.pointers[i + 1] ? a.indices[p] : Infinity
    const right = q < b.pointers[j + 1] ? b.indices[q] : Infinity
    const x = left <= right ? a.values[p++] : 0
    const y = right <= left ? b.values[q++] : 0
    if (x !== y) return x < y ? -1 : 1
  }
  return 0
}
