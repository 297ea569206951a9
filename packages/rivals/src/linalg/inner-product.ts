import type { Matrix } from '@manyview/core'

/** ⟨A, B⟩ = tr(AᵀB): the sum of the products of the entries of two matrices of one shape. O(entries). */
export function innerProduct(a: Matrix, b: Matrix): number {
  let sum = 0
  for (let i = 0; i < a.data.length; i++) sum += a.data[i] * b.data[i]
  return sum
}
