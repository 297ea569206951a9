import type { Matrix } from '@manyview/core'
import { matrix, multiply, Random, svd, symmetricEigen } from '@manyview/core/numerics'
import { Kernels } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import { runToEnd } from '../../../core/src/runtime/steps.ts'
import { leadingSingular } from '../../src/linalg/leading-singular.ts'
import { leadingVectors } from '../../src/linalg/leading-vectors.ts'

function randomMatrix(rows: number, columns: number): Matrix {
  const random = new Random(rows + columns)
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => random.uniform() - 0.5),
  )
}

describe('leadingVectors', () => {
  it.each([
    [3, 2],
    [3, 3],
    [7, 6],
    [60, 5],
    [230, 5],
  ])('finds the eigenvectors of largest magnitude, n = %i, count %i', async (n, count) => {
    const a = randomMatrix(n, n)
    for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) a.data[i * n + j] = a.data[j * n + i]
    const search = leadingVectors(await Kernels.load(), a, count)
    let step = search.next()
    while (!step.done) step = search.next()
    const sizes = symmetricEigen(a).values.map(Math.abs).sort().reverse()
    const images = multiply(a, step.value)
    for (let j = 0; j < count; j++) {
      let square = 0
      let product = 0
      for (let i = 0; i < n; i++) {
        square += images.data[i * count + j] ** 2
        product += images.data[i * count + j] * step.value.data[i * count + j]
      }
      expect(Math.sqrt(square)).toBeCloseTo(sizes[j], 9)
      expect(Math.abs(product)).toBeCloseTo(sizes[j], 9)
    }
  })
})

describe('leadingSingular', () => {
  it.each([
    [6, 4, 4],
    [50, 20, 3],
    [260, 190, 6],
  ])('finds the largest singular triplets of a %i×%i matrix', async (rows, columns, count) => {
    const a = randomMatrix(rows, columns)
    const { values, left, right } = runToEnd(leadingSingular(await Kernels.load(), a, count))
    const { s } = svd(a)
    const images = multiply(a, right)
    for (let j = 0; j < count; j++) {
      expect(values[j]).toBeCloseTo(s[j], 10)
      for (let i = 0; i < rows; i++)
        expect(images.data[i * count + j]).toBeCloseTo(values[j] * left.data[i * count + j], 10)
    }
  })

  it('gives left vectors of zero where there is nothing left', async () => {
    const { values, left } = runToEnd(leadingSingular(await Kernels.load(), matrix(3, 2), 2))
    expect(Array.from(values)).toEqual([0, 0])
    expect(left.data.every((value) => value === 0)).toBe(true)
  })
})
