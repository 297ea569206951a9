import { describe, expect, it } from 'vitest'
import { orthonormalCombinations } from '../../../src/numerics/linalg/krylov-basis.ts'
import { multiply, multiplyTranspose } from '../../../src/numerics/linalg/matrix.ts'
import { randomMatrix } from '../random-matrix.ts'

describe('orthonormalCombinations(products, floor)', () => {
  const rows = randomMatrix(4, 50, 1)

  it('makes rows orthonormal in two rounds, each in the span of the rows up to it', () => {
    // The second row is nearly the first.
    for (let i = 0; i < 50; i++) rows.data[50 + i] = rows.data[i] + 1e-5 * rows.data[50 + i]
    const once = orthonormalCombinations(multiplyTranspose(rows, rows), 0)
    for (let r = 0; r < 4; r++) for (let j = r + 1; j < 4; j++) expect(once.data[r * 4 + j]).toBe(0)
    const first = multiply(once, rows)
    const second = multiply(orthonormalCombinations(multiplyTranspose(first, first), 0), first)
    const products = multiplyTranspose(second, second)
    for (let a = 0; a < 4; a++)
      for (let b = 0; b < 4; b++) expect(Math.abs(products.data[a * 4 + b] - Number(a === b))).toBeLessThan(1e-14)
  })

  it('leaves out rows that add nothing, or no more than the floor', () => {
    for (let i = 0; i < 50; i++) {
      rows.data[50 + i] = 3 * rows.data[i]
      rows.data[150 + i] = 1e-3 * rows.data[150 + i]
    }
    expect(orthonormalCombinations(multiplyTranspose(rows, rows), 0).rows).toBe(3)
    expect(orthonormalCombinations(multiplyTranspose(rows, rows), 0.1).rows).toBe(2)
  })
})
