import type { Matrix } from '@manyview/core'
import { fromRows, matrix, multiplyTranspose, Random, transpose, transposeMultiply } from '@manyview/core/numerics'
import { Kernels } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import { gramFactor } from '../../src/linalg/gram-factor.ts'

function expectSameProducts(factor: Matrix, a: Matrix): void {
  const [found, expected] = [transposeMultiply(factor, factor).data, multiplyTranspose(a, a).data]
  const scale = Math.max(...expected)
  for (let p = 0; p < expected.length; p++)
    expect(Math.abs(found[p] - expected[p])).toBeLessThanOrEqual(a.rows * 4e-16 * scale)
}

describe('gramFactor', () => {
  it('is the transpose where there are no more features than samples', async () => {
    const a = fromRows([
      [1, 2],
      [3, 4],
      [5, 6],
    ])
    expect(gramFactor(await Kernels.load(), a)).toEqual(transpose(a))
  })

  it('has the inner products of the samples in as many dimensions as they span', async () => {
    const random = new Random(1)
    const a = matrix(
      9,
      40,
      Float64Array.from({ length: 360 }, () => random.uniform() - 0.5),
    )
    const factor = gramFactor(await Kernels.load(), a)
    expect([factor.rows, factor.columns]).toEqual([9, 9])
    expectSameProducts(factor, a)
    const twice = fromRows([0, 1, 2, 0, 1, 2].map((i) => a.data.subarray(i * 40, (i + 1) * 40)))
    const small = gramFactor(await Kernels.load(), twice)
    expect(small.rows).toBe(3)
    expectSameProducts(small, twice)
  })

  it('keeps one dimension for samples that are all zero', async () => {
    expect(gramFactor(await Kernels.load(), matrix(2, 5))).toEqual(matrix(1, 2))
  })
})
