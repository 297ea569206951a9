import type { Matrix } from '@manyview/core'
import { identity, matrix, multiplyTranspose, Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { simplexQp } from '../../src/prox/simplex-qp.ts'

function randomMatrix(random: Random, rows: number, columns: number): Matrix {
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => 2 * random.uniform() - 1),
  )
}

/** Largest violation of the optimality conditions: feasibility, equal gradients where z > 0, none smaller elsewhere. */
function violation(h: Matrix, f: Float64Array, z: Float64Array): number {
  const m = f.length
  const gradient = f.map((value, i) => z.reduce((sum, zj, j) => sum + h.data[i * m + j] * zj, value))
  const least = gradient.reduce((a, b) => Math.min(a, b))
  let worst = Math.abs(z.reduce((a, b) => a + b) - 1)
  z.forEach((value, i) => {
    worst = Math.max(worst, -value, value > 0 ? gradient[i] - least : 0)
  })
  return worst
}

describe('simplexQp(h, f)', () => {
  it('meets the optimality conditions on 300 random programmes, whatever the start', () => {
    const random = new Random(11)
    for (let round = 0; round < 300; round++) {
      const m = 1 + random.below(12)
      const a = randomMatrix(random, m, 1 + random.below(12))
      const h = multiplyTranspose(a, a)
      for (let i = 0; i < m; i++) h.data[i * m + i] += 1e-3
      const f = randomMatrix(random, 1, m).data
      const start = new Float64Array(m).fill(1 / m)
      const size = 1e-11 * m * Math.max(...h.data.map(Math.abs), ...f.map(Math.abs))
      expect(violation(h, f, simplexQp(h, f)), `round ${round}`).toBeLessThan(size)
      expect(violation(h, f, simplexQp(h, f, start)), `round ${round}`).toBeLessThan(size)
    }
  })

  it('with the identity is the projection of −f onto the simplex', () => {
    expect(Array.from(simplexQp(identity(3), Float64Array.of(-0.9, -0.5, 3)))).toEqual([
      expect.closeTo(0.7, 14),
      expect.closeTo(0.3, 14),
      0,
    ])
  })

  it('copes with equal rows in h: the duplicate stays unused', () => {
    const h = matrix(2, 2, Float64Array.of(2, 2, 2, 2))
    expect(Array.from(simplexQp(h, Float64Array.of(-1, -1)))).toEqual([1, 0])
  })

  it('gives [1] for a single variable', () => {
    expect(Array.from(simplexQp(identity(1), Float64Array.of(5)))).toEqual([1])
  })
})
