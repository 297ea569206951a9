import type { Ranks } from '../../runtime/ranks/ranks.ts'
import { type Matrix, matrix, multiply, multiplyTranspose } from '../linalg/matrix.ts'
import { qr } from '../linalg/qr.ts'
import { svd } from '../linalg/svd.ts'
import { type NuclearShrinkage, nuclearShrink } from './nuclear-shrink.ts'

/**
 * `nuclearShrink` of a matrix whose rows lie on the ranks; `a` (n×k) and the result hold this rank's rows. Each rank sends the R (k×k) of its rows to all others, and the SVD of these
 * below each other has the singular values and right vectors V of the whole: the rows times V·max(S − τ, 0)/S·Vᵀ are the result. O(n·k²).
 */
export function nuclearShrinkOverRanks(ranks: Ranks, a: Matrix, tau: number): NuclearShrinkage {
  if (ranks.size === 1) return nuclearShrink(a, tau)
  const k = a.columns
  const triangles = ranks.allGather(a.rows > k ? qr(a).r.data : a.data)
  const { s, v } = svd(matrix(triangles.length / k, k, triangles))
  const kept = s.filter((value) => value > tau)
  const right = matrix(k, kept.length)
  const scaled = matrix(k, kept.length)
  for (let i = 0; i < k; i++)
    for (let j = 0; j < kept.length; j++) {
      right.data[i * kept.length + j] = v.data[i * v.columns + j]
      scaled.data[i * kept.length + j] = (v.data[i * v.columns + j] * (kept[j] - tau)) / kept[j]
    }
  return {
    matrix: multiply(a, multiplyTranspose(scaled, right)),
    nuclearNorm: kept.reduce((sum, value) => sum + value - tau, 0),
  }
}
