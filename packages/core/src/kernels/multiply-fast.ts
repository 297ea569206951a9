import { type Matrix, transpose } from '../linalg/matrix.ts'
import type { Kernels } from './kernels.ts'
import { ResidentMatrix } from './resident-matrix.ts'

/** A·B (p×q) for dense A (p×r) and B (r×q), with the bytes of `multiply`; the memory it takes in `kernels` is given back. O(p·q·r). */
export function multiplyFast(kernels: Kernels, a: Matrix, b: Matrix): Matrix {
  const mark = kernels.mark()
  try {
    return new ResidentMatrix(kernels, a).multiply(b)
  } finally {
    kernels.release(mark)
  }
}

/** A·Bᵀ (p×q) for dense A (p×r) and B (q×r): all inner products of their rows. Otherwise as `multiplyFast`. */
export function multiplyTransposeFast(kernels: Kernels, a: Matrix, b: Matrix): Matrix {
  return multiplyFast(kernels, a, transpose(b))
}
