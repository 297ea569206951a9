import { describe, expect, it } from 'vitest'
import { InputError } from '../../../src/input-error.ts'
import { Cholesky } from '../../../src/numerics/linalg/cholesky.ts'
import { fromRows, multiplyTranspose, transpose } from '../../../src/numerics/linalg/matrix.ts'
import { solveSpd } from '../../../src/numerics/linalg/solve-spd.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { randomMatrix } from '../random-matrix.ts'

describe('Cholesky', () => {
  it.each([1, 2, 3, 8, 33, 64])(
    'solves as solveSpd does for %i unknowns, in rows, and gives memory back',
    async (n) => {
      const kernels = await Kernels.load()
      const random = new Random(n)
      const a = multiplyTranspose(randomMatrix(n, n, random), randomMatrix(n, n, new Random(n)))
      for (let i = 0; i < n; i++) a.data[i * n + i] += 2
      const mark = kernels.mark()
      const factor = new Cholesky(kernels, a)
      for (const count of [1, 2, 5]) {
        const rows = randomMatrix(count, n, random)
        const held = kernels.mark()
        const found = factor.solveRows(rows)
        expect(kernels.mark()).toBe(held)
        const expected = transpose(solveSpd(a, transpose(rows)))
        found.data.forEach((value, p) => {
          expect(Math.abs(value - expected.data[p])).toBeLessThan(n * 1e-15)
        })
      }
      kernels.release(mark)
    },
  )

  it('refuses a matrix that is not positive definite or not finite', async () => {
    const kernels = await Kernels.load()
    for (const rows of [
      [[0]],
      [
        [1, 2],
        [2, 1],
      ],
      [[Number.NaN]],
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, -1],
      ],
    ])
      expect(() => new Cholesky(kernels, fromRows(rows))).toThrow(InputError)
  })
})
