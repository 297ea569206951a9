import type { DenseView, SparseView } from '@manyview/core'
import { type DenseValue, entries, type NumberArray, type SparseValue } from '../bytes/stored-value.ts'

const block = 32

/** Which index of a matrix counts the samples. */
export type SampleAxis = 'rows' | 'columns'

/** Rows and columns of a stored matrix; further dimensions are folded into the columns. */
export function matrixShape(value: DenseValue | SparseValue): [number, number] {
  const [rows = 1, ...lengths] = value.shape
  return [rows, value.shape.length === 1 ? 1 : entries(lengths)]
}

/** The view with one sample after the other. No copy when the file already keeps samples contiguous; otherwise one transposed copy. O(entries). */
export function toView(value: DenseValue | SparseValue, axis: SampleAxis): DenseView | SparseView {
  const [rows, columns] = matrixShape(value)
  const samples = axis === 'rows' ? rows : columns
  const features = axis === 'rows' ? columns : rows
  if (value.type === 'dense')
    return { data: value.order === axis ? value.data : transpose(value, samples, features), samples, features }
  const { values, indices, pointers } = value.order === axis ? value : recompress(value, samples)
  return { values, indices, pointers, samples, features }
}

/** Fortran order means the axes are swapped in memory, so both orders transpose the same way. */
function transpose(value: DenseValue, samples: number, features: number): NumberArray {
  // A C-ordered array of more dimensions keeps its trailing ones contiguous, a Fortran-ordered one its leading ones: both read as features × samples here.
  const { data } = value
  const result = new (data.constructor as new (length: number) => NumberArray)(data.length)
  for (let i0 = 0; i0 < samples; i0 += block)
    for (let j0 = 0; j0 < features; j0 += block)
      for (let i = i0; i < Math.min(i0 + block, samples); i++)
        for (let j = j0; j < Math.min(j0 + block, features); j++) result[i * features + j] = data[j * samples + i]
  return result
}

/** Compresses the entries of a sparse matrix along its other index, by counting. */
function recompress(value: SparseValue, samples: number) {
  const pointers = new Uint32Array(samples + 1)
  const count = value.indices.length
  for (let p = 0; p < count; p++) pointers[value.indices[p] + 1]++
  for (let i = 0; i < samples; i++) pointers[i + 1] += pointers[i]
  const next = pointers.slice(0, samples)
  const indices = new Uint32Array(count)
  const values = new (value.values.constructor as new (length: number) => NumberArray)(count)
  for (let j = 0; j + 1 < value.pointers.length; j++)
    for (let p = value.pointers[j]; p < value.pointers[j + 1]; p++) {
      const to = next[value.indices[p]]++
      indices[to] = j
      values[to] = value.values[p]
    }
  return { values, indices, pointers }
}
