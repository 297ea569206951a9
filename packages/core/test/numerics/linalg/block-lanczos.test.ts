import type { Matrix } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { blockLanczos } from '../../../src/numerics/linalg/block-lanczos.ts'
import { matrix, multiply, transpose } from '../../../src/numerics/linalg/matrix.ts'
import { symmetricEigen } from '../../../src/numerics/linalg/symmetric-eigen.ts'
import { normal } from '../../../src/numerics/random/normal.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../../src/runtime/steps.ts'

const kernels = await Kernels.load()

function search(a: Matrix, count: number, options = {}) {
  return runToEnd(
    blockLanczos((rows) => multiply(rows, a), a.rows, count, {
      random: new Random(1),
      kernels,
      ...options,
      ranks: singleProcess,
    }),
  )
}

/** Q·diag(values)·Qᵀ with a random orthogonal Q, made of reflections. */
function withSpectrum(values: number[]): Matrix {
  const n = values.length
  const random = new Random(2)
  const a = matrix(n, n)
  values.forEach((value, i) => {
    a.data[i * n + i] = value
  })
  for (let round = 0; round < 3; round++) {
    const v = Float64Array.from({ length: n }, () => normal(random))
    const square = v.reduce((sum, x) => sum + x * x, 0)
    reflect(a, v, square)
    const turned = transpose(a)
    reflect(turned, v, square)
    a.data.set(transpose(turned).data)
  }
  return a
}

function reflect(a: Matrix, v: Float64Array, square: number): void {
  for (let j = 0; j < a.columns; j++) {
    let sum = 0
    for (let i = 0; i < a.rows; i++) sum += v[i] * a.data[i * a.columns + j]
    for (let i = 0; i < a.rows; i++) a.data[i * a.columns + j] -= (2 * sum * v[i]) / square
  }
}

function largestResidual(a: Matrix, values: Float64Array, vectors: Matrix): number {
  const image = multiply(vectors, a)
  let largest = 0
  for (let j = 0; j < vectors.rows; j++)
    for (let i = 0; i < a.rows; i++)
      largest = Math.max(largest, Math.abs(image.data[j * a.rows + i] - values[j] * vectors.data[j * a.rows + i]))
  return largest
}

describe('blockLanczos(apply, n, count, options)', () => {
  it('finds the leading eigenpairs of a dense matrix, largest first, with orthonormal vectors', () => {
    const random = new Random(3)
    const half = matrix(
      120,
      120,
      Float64Array.from({ length: 14400 }, () => normal(random)),
    )
    const a = matrix(
      120,
      120,
      half.data.map((value, p) => value + half.data[(p % 120) * 120 + Math.floor(p / 120)]),
    )
    const { values, vectors, converged } = search(a, 12)
    const exact = symmetricEigen(a).values
    expect(converged).toBe(true)
    values.forEach((value, j) => {
      expect(Math.abs(value - exact[j])).toBeLessThan(1e-9 * exact[0])
    })
    expect(largestResidual(a, values, vectors)).toBeLessThan(2e-7 * exact[0])
    const gram = multiply(vectors, transpose(vectors))
    gram.data.forEach((value, p) => {
      expect(Math.abs(value - (p % 13 === 0 ? 1 : 0))).toBeLessThan(1e-12)
    })
  })

  it('finds an eigenvalue as often as it occurs, also more often than a block is wide', () => {
    const spectrum = [...new Array(30).fill(1), ...Array.from({ length: 270 }, (_, i) => 0.9 - i / 400)]
    const a = withSpectrum(spectrum)
    const { values, converged } = search(a, 35)
    expect(converged).toBe(true)
    values.forEach((value, j) => {
      expect(Math.abs(value - spectrum[j])).toBeLessThan(1e-9)
    })
  })

  it('finds clustered eigenvalues', () => {
    const spectrum = Array.from({ length: 300 }, (_, i) => (i < 40 ? 1 - i * 1e-5 : 0.95 - i * 1e-3))
    const { values } = search(withSpectrum(spectrum), 40)
    values.forEach((value, j) => {
      expect(Math.abs(value - spectrum[j])).toBeLessThan(1e-9)
    })
  })

  it('takes eigenvectors that are known beforehand', () => {
    const spectrum = [...new Array(50).fill(1), ...new Array(200).fill(0).map((_, i) => 0.5 - i / 1000)]
    const a = matrix(250, 250)
    spectrum.forEach((value, i) => {
      a.data[i * 251] = value
    })
    const start = matrix(50, 250)
    for (let i = 0; i < 50; i++) start.data[i * 251] = 1
    const { values, products } = search(a, 55, { start })
    values.forEach((value, j) => {
      expect(Math.abs(value - spectrum[j])).toBeLessThan(1e-9)
    })
    expect(products).toBeLessThan(600)
  })

  it('gives every pair where all are wanted, and copes with the zero matrix', () => {
    const spectrum = [5, 4, 4, 1, 0, -2, -3]
    const { values, converged } = search(withSpectrum(spectrum), 7)
    expect(converged).toBe(true)
    values.forEach((value, j) => {
      expect(value).toBeCloseTo(spectrum[j], 10)
    })
    expect(search(matrix(40, 40), 3).values).toEqual(new Float64Array(3))
  })

  it('stops at the cap and says so', () => {
    const spectrum = Array.from({ length: 400 }, (_, i) => 1 - i * 1e-4)
    expect(search(withSpectrum(spectrum), 5, { maxRestarts: 1, block: 2 }).converged).toBe(false)
  })
})
