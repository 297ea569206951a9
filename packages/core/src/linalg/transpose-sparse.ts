import type { SparseMatrix } from './sparse-matrix.ts'

/** Sᵀ (d×n) of a sparse S (n×d), rows ascending within each of its own rows. O(entries). */
export function transposeSparse({ rows, columns, values, indices, pointers }: SparseMatrix): SparseMatrix {
  const turned = {
    rows: columns,
    columns: rows,
    values: new Float64Array(values.length),
    indices: new Uint32Array(indices.length),
    pointers: new Uint32Array(columns + 1),
  }
  for (let e = 0; e < indices.length; e++) turned.pointers[indices[e] + 1]++
  for (let j = 0; j < columns; j++) turned.pointers[j + 1] += turned.pointers[j]
  const next = turned.pointers.slice(0, columns)
  for (let i = 0; i < rows; i++)
    for (let e = pointers[i]; e < pointers[i + 1]; e++) {
      const place = next[indices[e]]++
      turned.values[place] = values[e]
      turned.indices[place] = i
    }
  return turned
}
