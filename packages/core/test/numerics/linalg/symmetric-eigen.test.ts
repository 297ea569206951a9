import { beforeAll, describe, expect, it } from 'vitest'
import { largestEigenFast } from '../../../src/numerics/linalg/largest-eigen-fast.ts'
import { fromRows, type Matrix, matrix } from '../../../src/numerics/linalg/matrix.ts'
import type { Eigen } from '../../../src/numerics/linalg/some-eigen.ts'
import { largestEigen, smallestEigen, symmetricEigen } from '../../../src/numerics/linalg/symmetric-eigen.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { randomMatrix, randomOrthonormal, symmetricTypes, withSpectrum } from './matrix-types.ts'
import { eigenRatios, orthogonality } from './ratios.ts'

const sizes = [1, 2, 3, 5, 20, 33, 60, 102]

function expectSmall(a: Matrix, eigen: Eigen, spectrum: number[] | undefined, what: string): void {
  const ratios = eigenRatios(a, eigen, spectrum)
  expect(ratios.converged, `converged, ${what}`).toBe(true)
  for (const key of ['residual', 'orthogonality', 'values'] as const)
    expect(ratios[key], `${key}, ${what}`).toBeLessThanOrEqual(10)
}

const column = ({ rows, columns, data }: Matrix, j: number) =>
  Array.from({ length: rows }, (_, i) => data[i * columns + j])

describe('symmetricEigen(a)', () => {
  for (const { name, make } of symmetricTypes)
    it(`has ratios of at most 10 for every size, largest value first: ${name}`, () => {
      for (const n of sizes) {
        const { a, spectrum } = make(n, n, new Random(1))
        const eigen = symmetricEigen(a)
        expectSmall(a, eigen, spectrum, `size ${n}`)
        for (let i = 1; i < n; i++) expect(eigen.values[i]).toBeLessThanOrEqual(eigen.values[i - 1])
      }
    })

  it('gives the pairs of [[2, 1], [1, 2]]', () => {
    const { values, vectors } = symmetricEigen(
      fromRows([
        [2, 1],
        [1, 2],
      ]),
    )
    expect(Math.abs(values[0] - 3)).toBeLessThanOrEqual(4 * Number.EPSILON)
    expect(Math.abs(values[1] - 1)).toBeLessThanOrEqual(4 * Number.EPSILON)
    expect(Math.abs(vectors.data[0] - Math.SQRT1_2)).toBeLessThanOrEqual(4 * Number.EPSILON)
  })

  it('makes the largest entry of every vector positive', () => {
    const { vectors } = symmetricEigen(
      symmetricTypes.find(({ name }) => name === 'random')!.make(30, 30, new Random(2)).a,
    )
    for (let j = 0; j < 30; j++)
      expect(Math.max(...column(vectors, j))).toBe(Math.max(...column(vectors, j).map(Math.abs)))
  })

  it('reads only the lower triangle and changes nothing', () => {
    const a = randomMatrix(8, 8, new Random(3))
    const before = a.data.slice()
    for (const other of [0, 1e300, Number.NaN]) {
      const changed = matrix(
        8,
        8,
        a.data.map((value, i) => (i % 8 > Math.floor(i / 8) ? other : value)),
      )
      expect(symmetricEigen(changed)).toEqual(symmetricEigen(a))
    }
    expect(a.data).toEqual(before)
  })

  it('accepts the empty matrix', () => {
    expect(symmetricEigen(matrix(0, 0))).toMatchObject({ vectors: { rows: 0, columns: 0 }, converged: true })
  })

  it('keeps vectors orthonormal when entries are denormal', () => {
    const a = randomMatrix(9, 9, new Random(4))
    const tiny = matrix(
      9,
      9,
      a.data.map((value) => value * 2 ** -1060),
    )
    expect(orthogonality(symmetricEigen(tiny).vectors)).toBeLessThanOrEqual(10)
  })
})

describe('largestEigenFast(kernels, a, count)', () => {
  let kernels: Kernels
  beforeAll(async () => {
    kernels = await Kernels.load()
  })

  for (const { name, make } of symmetricTypes)
    it(`gives what the plain form gives and leaves the kernels' memory as it was: ${name}`, () => {
      const mark = kernels.mark()
      for (const n of sizes) {
        const { a, spectrum } = make(n, n, new Random(7))
        for (const count of [1, 2, 7, 17, n].filter((c) => c <= n)) {
          const found = largestEigenFast(kernels, a, count)
          expectSmall(a, found, spectrum?.slice(0, count), `largest ${count} of ${n}`)
          for (let j = 0; j < count; j++)
            expect(Math.max(...column(found.vectors, j))).toBe(Math.max(...column(found.vectors, j).map(Math.abs)))
        }
      }
      expect(kernels.mark()).toBe(mark)
    })

  it('gives nothing where nothing is asked for, and NaN for entries that are not finite', () => {
    expect(largestEigenFast(kernels, matrix(0, 0), 3).vectors.data.length).toBe(0)
    expect(largestEigenFast(kernels, matrix(4, 4), 0).values.length).toBe(0)
    expect(largestEigenFast(kernels, fromRows([[Number.NaN]]), 1)).toMatchObject({ converged: false })
  })
})

describe('largestEigen(a, count) and smallestEigen(a, count)', () => {
  for (const { name, make } of symmetricTypes)
    it(`give the first and the last pairs of symmetricEigen: ${name}`, () => {
      for (const n of sizes) {
        const { a, spectrum } = make(n, n, new Random(5))
        const all = symmetricEigen(a).values
        for (const count of [1, 3, 7].filter((c) => c <= n)) {
          const top = largestEigen(a, count)
          const bottom = smallestEigen(a, count)
          expect(Array.from(top.values)).toEqual(Array.from(all.subarray(0, count)))
          expect(Array.from(bottom.values)).toEqual(Array.from(all).reverse().slice(0, count))
          expectSmall(a, top, spectrum?.slice(0, count), `largest ${count} of ${n}`)
          expectSmall(a, bottom, spectrum?.slice().reverse().slice(0, count), `smallest ${count} of ${n}`)
        }
      }
    })

  it('find the same subspace as symmetricEigen when many values are equal', () => {
    // Six clusters of 25: the vectors within a cluster are arbitrary, the space is not.
    const spectrum = Array.from({ length: 150 }, (_, i) => 6 - Math.floor(i / 25))
    const basis = randomOrthonormal(150, 150, new Random(6))
    const a = withSpectrum(basis, spectrum, basis)
    const top = largestEigen(a, 25)
    expectSmall(a, top, spectrum.slice(0, 25), 'six clusters')
    for (let j = 0; j < 25; j++) {
      let inside = 0
      for (let l = 0; l < 25; l++) {
        let product = 0
        for (let i = 0; i < 150; i++) product += basis.data[i * 150 + l] * top.vectors.data[i * 25 + j]
        inside += product * product
      }
      expect(Math.abs(inside - 1)).toBeLessThanOrEqual(150 * 10 * Number.EPSILON)
    }
  })

  it('find one zero of a graph Laplacian for every connected part', () => {
    const n = 120
    const a = matrix(n, n)
    for (let i = 0; i + 4 < n; i++) {
      a.data[i * n + i + 4] = a.data[(i + 4) * n + i] = -1
      a.data[i * n + i]++
      a.data[(i + 4) * n + i + 4]++
    }
    const { values, vectors } = smallestEigen(a, 5)
    for (let j = 0; j < 4; j++) expect(Math.abs(values[j])).toBeLessThanOrEqual(10 * n * Number.EPSILON)
    expect(values[4]).toBeGreaterThan(1e-3)
    expect(orthogonality(vectors)).toBeLessThanOrEqual(10)
  })

  it('give at most all pairs, and none for a count below one', () => {
    const a = fromRows([
      [2, 0],
      [0, 1],
    ])
    expect(Array.from(largestEigen(a, 9).values)).toEqual([2, 1])
    expect(Array.from(smallestEigen(a, 9).values)).toEqual([1, 2])
    expect(largestEigen(a, 0).vectors).toMatchObject({ rows: 2, columns: 0 })
  })
})
