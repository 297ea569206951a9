import { describe, expect, it } from 'vitest'
import { matrix } from '../../../src/numerics/linalg/matrix.ts'
import { concatenateColumns, unitRows, withinRange, zScoreColumns } from '../../../src/numerics/linalg/scale.ts'
import { toDense } from '../../../src/numerics/linalg/sparse-matrix.ts'

const sparse = {
  rows: 3,
  columns: 2,
  values: new Float64Array([3, 4, 2]),
  indices: new Uint32Array([0, 1, 1]),
  pointers: new Uint32Array([0, 2, 2, 3]),
}

describe('unitRows', () => {
  it('gives every row length 1, leaves zero rows zero, and keeps sparse rows sparse', () => {
    const expected = [0.6, 0.8, 0, 0, 0, 1]
    expect([...unitRows(toDense(sparse)).data]).toEqual(expected)
    expect([...toDense(unitRows(sparse)).data]).toEqual(expected)
    expect([...sparse.values]).toEqual([3, 4, 2])
  })

  it('counts lengths under 1e-12 as 1e-12', () => {
    expect(unitRows(matrix(1, 1, new Float64Array([1e-13]))).data[0]).toBeCloseTo(0.1, 14)
  })
})

describe('withinRange', () => {
  it('leaves values alone whose squares can be added up', () => {
    for (const largest of [0, 1e-89, 1, 1e119]) {
      const a = matrix(1, 2, Float64Array.of(0, -largest))
      expect(withinRange(a), String(largest)).toBe(a)
    }
  })

  it.each([1e-300, 2e-91, 1e120, 1e300])('scales values of %d by a power of two, dense and sparse', (size) => {
    const values = Float64Array.of(3 * size, -4 * size, 0)
    const dense = withinRange(matrix(3, 1, values))
    const factor = dense.data[0] / values[0]
    expect(Number.isInteger(Math.log2(factor))).toBe(true)
    expect(Math.max(...dense.data.map(Math.abs))).toBeGreaterThan(0.1)
    expect(Math.max(...dense.data.map(Math.abs))).toBeLessThan(10)
    expect(Array.from(dense.data)).toEqual(Array.from(values, (value) => value * factor + 0))
    const spread = { ...sparse, values }
    expect(withinRange(spread)).toEqual({ ...spread, values: dense.data })
  })
})

describe('zScoreColumns', () => {
  it('gives every feature mean 0 and deviation 1 (n − 1), dense and sparse alike', () => {
    const a = zScoreColumns(matrix(3, 1, new Float64Array([1, 2, 3])))
    expect([...a.data]).toEqual([-1, 0, 1])
    expect(zScoreColumns(sparse)).toEqual(zScoreColumns(toDense(sparse)))
  })

  it('makes a constant feature 0 although the rounded mean differs from it', () => {
    const a = zScoreColumns(matrix(3, 1, new Float64Array([0.1, 0.1, 0.1])))
    expect([...a.data]).toEqual([0, 0, 0])
  })

  it('makes the only sample 0', () => {
    expect([...zScoreColumns(matrix(1, 2, new Float64Array([5, 6]))).data]).toEqual([0, 0])
  })
})

describe('concatenateColumns', () => {
  it('puts matrices side by side', () => {
    const a = matrix(2, 1, new Float64Array([1, 2]))
    const b = matrix(2, 2, new Float64Array([3, 4, 5, 6]))
    expect([...concatenateColumns([a, b]).data]).toEqual([1, 3, 4, 2, 5, 6])
  })
})
