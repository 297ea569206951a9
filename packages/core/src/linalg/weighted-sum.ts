import { type Matrix, matrix } from './matrix.ts'

/** Σ weights[v]·parts[v] for matrices of one shape; all weights 1 where none are given. O(entries). */
export function weightedSum(parts: readonly Matrix[], weights?: ArrayLike<number>): Matrix {
  const result = matrix(parts[0].rows, parts[0].columns)
  parts.forEach(({ data }, v) => {
    const weight = weights ? weights[v] : 1
    for (let i = 0; i < data.length; i++) result.data[i] += weight * data[i]
  })
  return result
}
