import type { Matrix } from '../linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../linalg/sparse-matrix.ts'
import type { NamedMatrix } from './prepare-views.ts'

/** Negative, zero or positive as sample i comes before, equals or comes after sample j, view by view: who lacks it comes first, then feature by feature. */
export function compareSamples(views: readonly NamedMatrix[], i: number, j: number): number {
  for (const { data, present } of views) {
    if (present && present[i] !== present[j]) return present[i] - present[j]
    const difference = isSparse(data) ? compareSparseRows(data, i, j) : compareDenseRows(data, i, j)
    if (difference !== 0) return difference
  }
  return 0
}

function compareDenseRows(a: Matrix, i: number, j: number): number {
  for (let c = 0; c < a.columns; c++) {
    const x = a.data[i * a.columns + c]
    const y = a.data[j * a.columns + c]
    if (x !== y) return x < y ? -1 : 1
  }
  return 0
}

/** As if the rows were dense: where only one has an entry, it is compared with zero. */
function compareSparseRows(a: SparseMatrix, i: number, j: number): number {
  let p = a.pointers[i]
  let q = a.pointers[j]
  while (p < a.pointers[i + 1] || q < a.pointers[j + 1]) {
    const left = p < a.pointers[i + 1] ? a.indices[p] : Infinity
    const right = q < a.pointers[j + 1] ? a.indices[q] : Infinity
    const x = left <= right ? a.values[p++] : 0
    const y = right <= left ? a.values[q++] : 0
    if (x !== y) return x < y ? -1 : 1
  }
  return 0
}
