import { type Matrix, matrix, multiplyTranspose } from '../linalg/matrix.ts'
import { svd } from '../linalg/svd.ts'

/** The shrunk matrix and its nuclear norm, the sum of its singular values. */
export interface NuclearShrinkage {
  matrix: Matrix
  nuclearNorm: number
}

/**
 * Lowers every singular value of `a` (n×k) by tau ≥ 0, down to 0 at most: the minimiser of ½‖Y − A‖² + tau·‖Y‖⁎.
 * Through the thin SVD (not the Gram matrix, which would lose half the digits), O(n·k·min(n, k)).
 */
export function nuclearShrink(a: Matrix, tau: number): NuclearShrinkage {
  const { u, s, v } = svd(a)
  const kept = s.filter((value) => value > tau).length
  const left = matrix(a.rows, kept)
  const right = matrix(a.columns, kept)
  for (let j = 0; j < kept; j++) {
    for (let i = 0; i < a.rows; i++) left.data[i * kept + j] = u.data[i * u.columns + j] * (s[j] - tau)
    for (let i = 0; i < a.columns; i++) right.data[i * kept + j] = v.data[i * v.columns + j]
  }
  let nuclearNorm = 0
  for (let j = 0; j < kept; j++) nuclearNorm += s[j] - tau
  return { matrix: multiplyTranspose(left, right), nuclearNorm }
}
