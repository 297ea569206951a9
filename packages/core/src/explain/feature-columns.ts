import type { Matrix } from '../numerics/linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'

/** The values of one feature: `values[p]` at the row `rows[p]`, zero in all rows that are not named. */
export interface FeatureValues {
  rows: Uint32Array
  values: Float64Array
}

/** The features of some samples of a view, one by one; row r is the sample `samples[r]`. Sparse views are turned over once: O(their entries). */
export class FeatureColumns {
  private readonly read: (feature: number) => FeatureValues

  constructor(view: Matrix | SparseMatrix, samples: Uint32Array) {
    if (isSparse(view)) this.read = sparseColumns(view, samples)
    else {
      const rows = Uint32Array.from(samples.keys())
      const values = new Float64Array(samples.length)
      this.read = (feature) => {
        for (let r = 0; r < samples.length; r++) values[r] = view.data[samples[r] * view.columns + feature]
        return { rows, values }
      }
    }
  }

  /** Valid until the next call. */
  values(feature: number): FeatureValues {
    return this.read(feature)
  }
}

function sparseColumns(view: SparseMatrix, samples: Uint32Array): (feature: number) => FeatureValues {
  const begins = new Uint32Array(view.columns + 1)
  for (const i of samples) for (let p = view.pointers[i]; p < view.pointers[i + 1]; p++) begins[view.indices[p] + 1]++
  for (let j = 0; j < view.columns; j++) begins[j + 1] += begins[j]
  const next = begins.slice()
  const rows = new Uint32Array(begins[view.columns])
  const values = new Float64Array(begins[view.columns])
  samples.forEach((i, row) => {
    for (let p = view.pointers[i]; p < view.pointers[i + 1]; p++) {
      const q = next[view.indices[p]]++
      rows[q] = row
      values[q] = view.values[p]
    }
  })
  return (feature) => ({
    rows: rows.subarray(begins[feature], begins[feature + 1]),
    values: values.subarray(begins[feature], begins[feature + 1]),
  })
}
