import { InputError } from '../input-error.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../linalg/sparse-matrix.ts'
import { type MissingValues, missingValues } from './missing-values.ts'
import { presentSamples } from './present-samples.ts'
import type { DenseView, SparseView } from './view.ts'

/** A view in double precision, its missing parts marked. */
export interface ViewMatrix {
  data: Matrix | SparseMatrix
  /** 1 where the sample has the view, 0 where it lacks it; null: all have it. */
  present: Uint8Array | null
  /** What is NaN inside samples that have the view; null: nothing is. */
  missing: MissingValues | null
}

/**
 * Brings a view (shape checked) into double precision, sample i from row `rows[i]` (−1: none; null: row i): a copy, or the given numbers themselves where they are that already. A sample lacks the view where it has no row, where
 * `present` says so, or where all its values are NaN; it then holds zeros. Other NaN stay and are counted; infinite values are refused. O(entries).
 */
export function viewMatrix(name: string, view: DenseView | SparseView, rows: Int32Array | null): ViewMatrix {
  const samples = rows ? rows.length : view.samples
  const source = (i: number) => (rows ? rows[i] : i)
  const has = presentSamples(view)
  const present = Uint8Array.from({ length: samples }, (_, i) => (source(i) < 0 ? 0 : (has?.[source(i)] ?? 1)))
  if (rows === null && !present.includes(0) && !('pointers' in view) && isFiniteDoubles(view.data))
    return { data: matrix(samples, view.features, view.data), present: null, missing: null }
  const data = 'pointers' in view ? sparseMatrix(name, view, source, present) : denseMatrix(name, view, source, present)
  const holed = (isSparse(data) ? data.values : data.data).some(Number.isNaN)
  return { data, present: present.includes(0) ? present : null, missing: holed ? missingValues(name, view) : null }
}

function isFiniteDoubles(data: ArrayLike<number>): data is Float64Array {
  if (!(data instanceof Float64Array)) return false
  for (let i = 0; i < data.length; i++) if (!(Math.abs(data[i]) < Number.POSITIVE_INFINITY)) return false
  return true
}

function refuseInfinity(name: string, value: number, sample: number, feature: number): never {
  throw new InputError(
    `sample ${sample}, feature ${feature} is ${value}, remove the sample or fill the value in first`,
    {
      code: 'not-finite',
      argument: name,
      details: { sample, feature, value },
    },
  )
}

function denseMatrix(
  name: string,
  { data, features }: DenseView,
  source: (i: number) => number,
  present: Uint8Array,
): Matrix {
  const result = matrix(present.length, features)
  for (let i = 0; i < present.length; i++) {
    if (!present[i]) continue
    const from = source(i) * features
    const to = i * features
    for (let j = 0; j < features; j++) {
      const value = data[from + j]
      result.data[to + j] = value
      if (!Number.isFinite(value) && !Number.isNaN(Number(value))) refuseInfinity(name, value, source(i), j)
    }
  }
  return result
}

function sparseMatrix(
  name: string,
  view: SparseView,
  source: (i: number) => number,
  present: Uint8Array,
): SparseMatrix {
  const samples = present.length
  const pointers = new Uint32Array(samples + 1)
  for (let i = 0; i < samples; i++)
    pointers[i + 1] = pointers[i] + (present[i] ? view.pointers[source(i) + 1] - view.pointers[source(i)] : 0)
  const indices = new Uint32Array(pointers[samples])
  const values = new Float64Array(pointers[samples])
  for (let i = 0; i < samples; i++) {
    if (!present[i]) continue
    const begin = view.pointers[source(i)]
    const entries = Array.from({ length: pointers[i + 1] - pointers[i] }, (_, p) => begin + p)
    entries.sort((p, q) => view.indices[p] - view.indices[q])
    entries.forEach((p, rank) => {
      if (rank > 0 && view.indices[p] === indices[pointers[i] + rank - 1])
        throw new InputError(
          `sample ${source(i)} has feature ${view.indices[p]} more than once, add the values up first`,
          { code: 'shape', argument: name },
        )
      const value = view.values[p]
      indices[pointers[i] + rank] = view.indices[p]
      values[pointers[i] + rank] = value
      if (!Number.isFinite(value) && !Number.isNaN(Number(value)))
        refuseInfinity(name, value, source(i), view.indices[p])
    })
  }
  return { rows: samples, columns: view.features, values, indices, pointers }
}
