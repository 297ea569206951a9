import { type Matrix, matrix } from './matrix.ts'

/** (A + Aᵀ)/2: both halves of a Gram matrix (d×d) made equal to the last bit. */
export function symmetricPart(a: Matrix): Matrix {
  const result = matrix(a.rows, a.columns)
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < a.columns; j++)
      result.data[i * a.columns + j] = (a.data[i * a.columns + j] + a.data[j * a.columns + i]) / 2
  return result
}
