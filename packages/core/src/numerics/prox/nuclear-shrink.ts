import type { Ranks } from '../../runtime/ranks/ranks.ts'
import { type Matrix, matrix, multiply, multiplyTranspose } from '../linalg/matrix.ts'
import { qr } from '../linalg/qr.ts'
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
  const rank = s.filter((value) => value > tau).length
  const left = matrix(a.rows, rank)
  const right = matrix(a.columns, rank)
  for (let j = 0; j < rank; j++) {
    for (let i = 0; i < a.rows; i++) left.data[i * rank + j] = u.data[i * u.columns + j] * (s[j] - tau)
    for (let i = 0; i < a.columns; i++) right.data[i * rank + j] = v.data[i * v.columns + j]
  }
  let nuclearNorm = 0
  for (let j = 0; j < rank; j++) nuclearNorm += s[j] - tau
  return { matrix: multiplyTranspose(left, right), nuclearNorm }
}

/**
 * Computes `nuclearShrink` of a matrix whose rows lie on the ranks; `a` (n×k) and the result hold this rank's rows. Each rank sends the R (k×k) of its rows to all others, and the SVD of these
 * below each other has the singular values and right vectors V of the whole: the rows times V·max(S − τ, 0)/S·Vᵀ are the result. O(n·k²).
 */
export function nuclearShrinkOverRanks(ranks: Ranks, a: Matrix, tau: number): NuclearShrinkage {
  if (ranks.size === 1) return nuclearShrink(a, tau)
  const k = a.columns
  const triangles = ranks.allGather(a.rows > k ? qr(a).r.data : a.data)
  const { s, v } = svd(matrix(triangles.length / k, k, triangles))
  const singularValues = s.filter((value) => value > tau)
  const right = matrix(k, singularValues.length)
  const scaled = matrix(k, singularValues.length)
  for (let i = 0; i < k; i++)
    for (let j = 0; j < singularValues.length; j++) {
      right.data[i * singularValues.length + j] = v.data[i * v.columns + j]
      scaled.data[i * singularValues.length + j] =
        (v.data[i * v.columns + j] * (singularValues[j] - tau)) / singularValues[j]
    }
  return {
    matrix: multiply(a, multiplyTranspose(scaled, right)),
    nuclearNorm: singularValues.reduce((sum, value) => sum + value - tau, 0),
  }
}

/** Computes sign(x)·max(|x| − threshold, 0) of every value, the minimiser of ½(y − x)² + threshold·|y|; threshold ≥ 0. O(length). */
export function softThreshold(values: Float64Array, threshold: number): Float64Array {
  return values.map((x) => (x > threshold ? x - threshold : x < -threshold ? x + threshold : 0))
}
