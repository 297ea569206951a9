import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  fromRows,
  identity,
  type Matrix,
  matrix,
  multiply,
  transpose,
  transposeMultiply,
} from '../../../src/numerics/linalg/matrix.ts'
import { polar } from '../../../src/numerics/linalg/polar.ts'
import { svd } from '../../../src/numerics/linalg/svd.ts'
import { largestEigen, symmetricEigen } from '../../../src/numerics/linalg/symmetric-eigen.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { matrixTypes, randomMatrix, randomOrthonormal, scaled, shapes } from './matrix-types.ts'
import { frobenius, orthogonality } from './ratios.ts'

interface StoredCase {
  name: string
  A: number[][]
  previous?: number[][]
  polar: number[][]
}
const stored: { polar: StoredCase[]; polarRankDeficient: StoredCase[] } = JSON.parse(
  readFileSync(new URL('../../fixtures/dstl-trace.json', import.meta.url), 'utf8'),
)

const difference = (a: Matrix, b: Matrix) =>
  frobenius(
    matrix(
      a.rows,
      a.columns,
      a.data.map((value, i) => value - b.data[i]),
    ),
  )
const sum = (...terms: [number, Matrix][]): Matrix => {
  const result = matrix(terms[0][1].rows, terms[0][1].columns)
  for (const [factor, term] of terms)
    for (let i = 0; i < result.data.length; i++) result.data[i] += factor * term.data[i]
  return result
}
const unit = (a: Matrix) => scaled(a, 1 / frobenius(a))
const tallOf = (a: Matrix) => (a.rows < a.columns ? transpose(a) : a)
const lowRank = (rows: number, columns: number, rank: number, random: Random) =>
  multiply(randomMatrix(rows, rank, random), randomMatrix(rank, columns, random))

/** U₁V₁ᵀ + U₂·polar(U₂ᵀGV₂)·V₂ᵀ with the complements formed; tall A only. */
function polarByFormula(a: Matrix, guides: Matrix[]): Matrix {
  const { u, s, v } = svd(a)
  const rank = s.filter((value) => value > 1e-12).length
  const first = (m: Matrix, from: number, end: number) =>
    fromRows(Array.from({ length: m.rows }, (_, i) => m.data.subarray(i * m.columns + from, i * m.columns + end)))
  const u1 = first(u, 0, rank)
  const known = multiply(u1, transpose(first(v, 0, rank)))
  if (rank === a.columns) return known
  const projector = sum([1, identity(a.rows)], [-1, multiply(u1, transpose(u1))])
  const u2 = largestEigen(projector, a.rows - rank).vectors
  const v2 = first(v, rank, a.columns)
  const [next, ...others] = guides.map((guide) => multiply(transposeMultiply(u2, guide), v2))
  return sum([1, known], [1, multiply(multiply(u2, polarByFormula(next, others)), transpose(v2))])
}

/** The polar factor P of A makes PᵀA symmetric with no negative eigenvalue. */
function expectPolar(a: Matrix, p: Matrix, what: string): void {
  expect(orthogonality(tallOf(p)), `orthogonality, ${what}`).toBeLessThanOrEqual(10)
  const [tall, factor] = a.rows < a.columns ? [transpose(a), transpose(p)] : [a, p]
  const h = transposeMultiply(factor, tall)
  const size = Math.max(a.rows, a.columns) * frobenius(a) * Number.EPSILON
  expect(difference(h, transpose(h)), `symmetry, ${what}`).toBeLessThanOrEqual(10 * size)
  expect(symmetricEigen(h).values.at(-1), `sign, ${what}`).toBeGreaterThanOrEqual(-10 * size)
}

describe('polar(a, previous)', () => {
  for (const { name, A, previous, polar: expected } of [...stored.polar, ...stored.polarRankDeficient])
    it(`equals the stored factor: ${name}`, () => {
      const found = polar(fromRows(A), previous && fromRows(previous))
      expect(difference(found, fromRows(expected))).toBeLessThanOrEqual(1e-13)
    })

  for (const { name, make } of matrixTypes)
    it(`is orthonormal for every shape: ${name}`, () => {
      for (const [rows, columns] of shapes)
        expect(
          orthogonality(tallOf(polar(make(rows, columns, new Random(1)).a))),
          `${rows}×${columns}`,
        ).toBeLessThanOrEqual(10)
    })

  it('makes PᵀA symmetric and positive for every rank', () => {
    const random = new Random(2)
    for (const [rows, columns] of [
      [6, 6],
      [9, 4],
      [4, 9],
      [50, 12],
    ])
      for (let rank = 1; rank <= Math.min(rows, columns); rank++) {
        const a = lowRank(rows, columns, rank, random)
        const previous = polar(randomMatrix(rows, columns, random))
        expectPolar(a, polar(a, previous), `${rows}×${columns}, rank ${rank}`)
      }
  })

  it('is the limit of polar(A/‖A‖ + δ·previous) where A lacks rank', () => {
    const random = new Random(3)
    for (const [rows, columns] of [
      [6, 6],
      [9, 4],
      [4, 9],
    ])
      for (let rank = 1; rank < Math.min(rows, columns); rank++) {
        const a = unit(lowRank(rows, columns, rank, random))
        const previous = polar(randomMatrix(rows, columns, random))
        const found = polar(a, previous)
        // The error of a small δ is in proportion to it, so that two of them give the limit.
        const near = difference(polar(sum([1, a], [1e-7, previous])), found)
        const far = difference(polar(sum([1, a], [1e-6, previous])), found)
        expect(far).toBeLessThanOrEqual(1e-2)
        expect(near).toBeLessThanOrEqual(far / 5 + 1e-8)
      }
  })

  it('turns less from the previous factor than other completions do', () => {
    const random = new Random(4)
    const a = lowRank(8, 5, 2, random)
    const previous = randomOrthonormal(8, 5, random)
    const best = difference(polar(a, previous), previous)
    for (let i = 0; i < 50; i++)
      expect(difference(polar(a, randomOrthonormal(8, 5, random)), previous)).toBeGreaterThanOrEqual(best)
  })

  it('equals the rule written out with full complements, also where the previous factor lies in the range of A', () => {
    const random = new Random(5)
    for (const [rows, columns] of [
      [7, 3],
      [12, 5],
      [5, 5],
    ]) {
      const previous = randomOrthonormal(rows, columns, random)
      // The range is that of the last previous vectors, taken from the first directions: the last ones are left with nothing.
      for (const rank of [1, 2]) {
        const a = matrix(rows, columns)
        for (let i = 0; i < rows; i++)
          for (let j = 0; j < rank; j++) a.data[i * columns + j] = (j + 1) * previous.data[(i + 1) * columns - 1 - j]
        const found = polar(a, previous)
        expectPolar(a, found, `${rows}×${columns}, rank ${rank}`)
        const written = polarByFormula(a, [previous, identity(rows, columns)])
        expect(difference(found, written), `${rows}×${columns}, rank ${rank}`).toBeLessThanOrEqual(1e-11)
        expect(difference(polar(transpose(a), transpose(previous)), transpose(found))).toBeLessThanOrEqual(1e-11)
      }
    }
  })

  it('is orthonormal when neither the previous factor nor identity can complete it', () => {
    // A takes e₁ for the second direction, and both guides offer nothing but e₁ for the first.
    const a = fromRows([
      [0, 1],
      [0, 0],
      [0, 0],
    ])
    const p = polar(
      a,
      fromRows([
        [1, 0],
        [0, 1],
        [0, 0],
      ]),
    )
    expectPolar(a, p, 'twice deficient')
    expect(Array.from(p.data)).not.toContain(Number.NaN)
  })

  it('keeps singular values of 1e-10 times the largest, which are not noise', () => {
    const random = new Random(6)
    const left = randomOrthonormal(30, 4, random)
    const right = randomOrthonormal(4, 4, random)
    const a = multiply(
      matrix(
        30,
        4,
        left.data.map((value, i) => value * [1, 1e-3, 1e-6, 1e-10][i % 4]),
      ),
      transpose(right),
    )
    expect(difference(polar(a), multiply(left, transpose(right)))).toBeLessThanOrEqual(1e-4)
  })

  it('leaves the previous factor as it is for a zero matrix', () => {
    const previous = randomOrthonormal(5, 3, new Random(7))
    expect(polar(matrix(5, 3), previous)).toEqual(previous)
    expect(polar(matrix(3, 5), transpose(previous))).toEqual(transpose(previous))
    expect(polar(matrix(5, 3))).toEqual(identity(5, 3))
  })

  it('does not depend on the scale of a', () => {
    const a = randomMatrix(9, 4, new Random(8))
    for (const factor of [2 ** 1000, 2 ** -1000]) expect(polar(scaled(a, factor))).toEqual(polar(a))
  })

  it('permutes with the features when a and previous do', () => {
    const random = new Random(9)
    const a = lowRank(12, 5, 2, random)
    const previous = randomOrthonormal(12, 5, random)
    const order = random.permutation(12)
    const permuted = (m: Matrix) =>
      matrix(
        12,
        5,
        m.data.map((_, i) => m.data[order[Math.floor(i / 5)] * 5 + (i % 5)]),
      )
    expect(difference(polar(permuted(a), permuted(previous)), permuted(polar(a, previous)))).toBeLessThanOrEqual(1e-13)
  })

  it('completes 20,000×31 of rank 3 without a square matrix of the long side', () => {
    const random = new Random(10)
    const a = lowRank(20_000, 31, 3, random)
    expectPolar(a, polar(a, randomOrthonormal(20_000, 31, random)), '20000×31')
  })

  it('gives NaN when an entry is not finite', () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY])
      expect(
        polar(
          fromRows([
            [1, 0],
            [0, bad],
            [1, 1],
          ]),
        ).data.every(Number.isNaN),
      ).toBe(true)
  })
})
