import { type HeldRows, type Rows, rowsBetween } from '../src/numerics/linalg/rows.ts'
import type { SparseMatrix } from '../src/numerics/linalg/sparse-matrix.ts'
import type { Scratch } from '../src/runtime/scratch.ts'
import type { BlockedSparseView, BlockedView } from '../src/views/blocked-view.ts'
import { toView } from '../src/views/prepare-views.ts'
import type { DenseView, SparseView } from '../src/views/view.ts'

/** The same rows, read in blocks. */
export function inBlocks(a: HeldRows, blockRows: number): Rows {
  const { rows, columns } = a
  if ('data' in a)
    return {
      ...{ rows, columns, blockRows },
      readRows: (begin, end, to) => to.set(a.data.subarray(begin * columns, end * columns)),
    }
  return {
    ...{ rows, columns, blockRows },
    readSparseRows: (begin, end) => rowsBetween(a, begin, end) as SparseMatrix,
  }
}

/** The same view, read in blocks. */
export function viewInBlocks(view: DenseView | SparseView, blockSamples: number): BlockedView | BlockedSparseView {
  const { samples: rows, features: columns, ids, present } = view
  const held: HeldRows =
    'data' in view
      ? { rows, columns, data: Float64Array.from(view.data) }
      : {
          ...{ rows, columns },
          values: Float64Array.from(view.values),
          indices: Uint32Array.from(view.indices),
          pointers: Uint32Array.from(view.pointers),
        }
  const blocked = toView({ name: '', data: inBlocks(held, blockSamples), present: null }, ids)
  return { ...(blocked as BlockedView), ...(present ? { present } : {}) }
}

/** Room in memory that counts what is in use. */
export function countingScratch() {
  const state = { inUse: 0, made: 0 }
  const scratch: Scratch = {
    room(rows, columns) {
      const data = new Float64Array(rows * columns).fill(Number.NaN)
      state.inUse++
      state.made++
      return {
        ...{ rows, columns, blockRows: 36 },
        readRows: (begin, end, to) => to.set(data.subarray(begin * columns, end * columns)),
        writeRows: (begin, values) => data.set(values, begin * columns),
        remove: () => {
          state.inUse--
        },
      }
    },
  }
  return { state, scratch }
}
