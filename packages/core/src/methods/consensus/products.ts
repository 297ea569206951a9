import type { Kernels } from '../../kernels/kernels.ts'
import { type Matrix, multiply, multiplyTranspose } from '../../linalg/matrix.ts'

/** The dense products the method needs: A·B and A·Bᵀ. */
export interface Products {
  multiply(a: Matrix, b: Matrix): Matrix
  multiplyTranspose(a: Matrix, b: Matrix): Matrix
}

/** The fast products of one instance of the kernels. */
export function fastProducts(_kernels: Kernels): Products {
  return { multiply, multiplyTranspose }
}
