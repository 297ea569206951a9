import type { Matrix } from './matrix.ts'
import type { SparseMatrix } from './sparse-matrix.ts'

/** The sparse matrix with the same entries, if at most `density` of them are not zero, else null. O(entries). */
export function toSparse({ rows, columns, data }: Matrix, density: number): SparseMatrix | null {
  const most = density * data.length
  let count = 0
  for (let i = 0; i < data.length && count <= most; i++) if (data[i] !== 0) count++
  if (count > most) return null
  const values = new Float64Array(count)
  const indices = new Uint32Array(count)
  const pointers = new Uint32Array(rows + 1)
  let at = 0
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const value = data[i * columns + j]
      if (value === 0) continue
      values[at] = value
      indices[at++] = j
    }
    pointers[i + 1] = at
  }
  return { rows, columns, values, indices, pointers }
}
