import type { Matrix } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { matrix, multiply, multiplyTranspose, transposeMultiply } from '../../../src/numerics/linalg/matrix.ts'
import { qr } from '../../../src/numerics/linalg/qr.ts'
import { randomisedSvd } from '../../../src/numerics/linalg/randomised-svd.ts'
import { shiftedOperator } from '../../../src/numerics/linalg/shifted-operator.ts'
import { toDense } from '../../../src/numerics/linalg/sparse-matrix.ts'
import { largestEigen } from '../../../src/numerics/linalg/symmetric-eigen.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { KernelMatrix } from '../../../src/runtime/kernels/kernel-matrix.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../../src/runtime/steps.ts'
import { sparseRows } from '../../../src/views/sparse-rows.ts'
import { normalMatrix } from '../random-matrix.ts'

const kernels = await Kernels.load()
const values = Float64Array.from({ length: 40 }, (_, j) => 100 * 0.8 ** j)

/** Sparse counts, what is to be taken off each column, and a scale of each row. */
function words(rows: number, columns: number) {
  const random = new Random(8)
  const counts = Float64Array.from({ length: rows * columns }, (_, p) => (random.below(20) === 0 ? 1 + (p % 7) : 0))
  return {
    sparse: sparseRows(matrix(rows, columns, counts)),
    shift: Float64Array.from({ length: columns }, (_, j) => 0.1 + (j % 3)),
    scales: Float64Array.from({ length: rows }, (_, i) => 1 / (1 + (i % 5))),
  }
}

/** A matrix with the singular values `values`. */
function withValues(rows: number, columns: number): Matrix {
  const left = qr(normalMatrix(rows, 40, 1)).q
  const right = qr(normalMatrix(columns, 40, 2)).q
  for (let p = 0; p < left.data.length; p++) left.data[p] *= values[p % 40]
  return multiplyTranspose(left, right)
}

describe('randomisedSvd(kernels, operator, rank, random)', () => {
  it.each([
    ['tall', 500, 60],
    ['wide', 60, 500],
    ['large in both directions', 700, 450],
    ['wide and large', 430, 900],
  ])('finds the leading triplets of a %s matrix', (_, rows, columns) => {
    const a = withValues(rows, columns)
    const { u, s, v } = runToEnd(randomisedSvd(kernels, new KernelMatrix(kernels, a), 12, new Random(4), singleProcess))
    s.forEach((value, j) => {
      expect(Math.abs(value - values[j])).toBeLessThan(1e-10 * values[0])
    })
    // A·V = U·diag(s): the triplets belong together.
    multiply(a, v).data.forEach((value, p) => {
      expect(Math.abs(value - u.data[p] * s[p % 12])).toBeLessThan(1e-7 * values[0])
    })
  })

  it('works on a sparse matrix that is centred and scaled without becoming dense', () => {
    const { sparse, shift, scales } = words(500, 410)
    const centred = toDense(sparse)
    centred.data.forEach((value, p) => {
      centred.data[p] = scales[Math.floor(p / 410)] * (value - shift[p % 410])
    })
    const operator = shiftedOperator(new KernelMatrix(kernels, sparse), shift, scales, singleProcess)
    const { u, s } = runToEnd(randomisedSvd(kernels, operator, 5, new Random(4), singleProcess))
    const exact = largestEigen(transposeMultiply(centred, centred), 5).values
    s.forEach((value, j) => {
      expect(Math.abs(value / Math.sqrt(exact[j]) - 1)).toBeLessThan(1e-6)
    })
    const expected = transposeMultiply(centred, u)
    operator.transposeMultiply(u).data.forEach((value, p) => {
      expect(Math.abs(value - expected.data[p])).toBeLessThan(1e-10)
    })
  })

  it('goes from samples to samples without the many features between them', () => {
    const { sparse, shift, scales } = words(90, 700)
    const operator = shiftedOperator(new KernelMatrix(kernels, sparse), shift, scales, singleProcess)
    const g = normalMatrix(90, 3, 5)
    const expected = operator.multiply(operator.transposeMultiply(g))
    const largest = expected.data.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    for (let time = 0; time < 2; time++)
      runToEnd(operator.outer!(g)).data.forEach((value, p) => {
        expect(Math.abs(value - expected.data[p])).toBeLessThan(1e-13 * largest)
      })
  })

  it('finds triplets that settle as near as they must be, and not the others', () => {
    const decaying = normalMatrix(450, 450, 3)
    decaying.data.forEach((value, p) => {
      decaying.data[p] = value / Math.sqrt(1 + (p % 450))
    })
    const a = multiply(decaying, normalMatrix(450, 900, 4))
    const exact = largestEigen(multiplyTranspose(a, a), 20).values
    const residuals = (settle?: number) => {
      const { u, s, v } = runToEnd(
        randomisedSvd(kernels, new KernelMatrix(kernels, a), 20, new Random(4), singleProcess, settle),
      )
      const image = multiply(a, v)
      return s.map((value, j) => {
        let square = 0
        for (let i = 0; i < 450; i++) square += (value * image.data[i * 20 + j] - value ** 2 * u.data[i * 20 + j]) ** 2
        return Math.sqrt(square) / exact[0]
      })
    }
    for (const residual of residuals(10).subarray(0, 10)) expect(residual).toBeLessThan(1e-3)
    expect(Math.max(...residuals(10))).toBeGreaterThan(1e-5)
    expect(Math.max(...residuals())).toBeLessThan(2e-5)
  })

  it('gives no more triplets than there are, and zeros beyond the rank', () => {
    const a = multiply(normalMatrix(30, 2, 1), normalMatrix(2, 8, 2))
    const { s, u } = runToEnd(randomisedSvd(kernels, new KernelMatrix(kernels, a), 12, new Random(1), singleProcess))
    expect(s.length).toBe(8)
    expect(u.columns).toBe(8)
    for (let j = 2; j < 8; j++) expect(s[j]).toBeLessThan(1e-7 * s[0])
  })

  it('gives the same bytes for the same generator', () => {
    const a = withValues(450, 420)
    const run = () => runToEnd(randomisedSvd(kernels, new KernelMatrix(kernels, a), 7, new Random(4), singleProcess))
    expect(run()).toEqual(run())
  })
})
