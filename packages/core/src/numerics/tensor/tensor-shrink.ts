import type { Kernels } from '../../runtime/kernels/kernels.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import { checkSlices } from './check-slices.ts'
import { TensorShrinker } from './tensor-shrinker.ts'

/**
 * Singular-value soft threshold of a slim tensor in the Fourier domain: one n×k matrix a view in, the same shapes out. The transform runs
 * along the n samples, unnormalised, and each of the n frequency slices (k×m) has its singular values lowered by τ ≥ 0, at 0 the lowest.
 * For many calls of one shape keep a TensorShrinker. O(n·m·k·(log n + m)). Source: DSTL, ℋ-step.
 */
export function tensorShrink(kernels: Kernels, slices: readonly Matrix[], tau: number): Matrix[] {
  const { rows: n, columns: k } = checkSlices(slices, tau)
  if (n === 0 || k === 0) return slices.map(() => matrix(n, k))
  const mark = kernels.mark()
  try {
    return new TensorShrinker(kernels, n, k, slices.length).shrinkMatrices(slices, tau).matrices
  } finally {
    kernels.release(mark)
  }
}
