import { fromRows } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { divideByLargest, minMaxColumns, standardiseRows } from '../../src/data/rival-scalings.ts'

const sparse = {
  rows: 2,
  columns: 3,
  values: Float64Array.of(2, 4),
  indices: Uint32Array.of(1, 0),
  pointers: Uint32Array.of(0, 1, 2),
}

describe('standardiseRows(a)', () => {
  it('gives every sample mean 0 and deviation 1 over its features, a constant sample 0', () => {
    const scaled = standardiseRows(
      fromRows([
        [1, 2, 3],
        [0.1, 0.1, 0.1],
      ]),
    )
    expect(Array.from(scaled.data)).toEqual([-1, 0, 1, 0, 0, 0])
  })
  it('gives zeros for a single feature', () => {
    expect(Array.from(standardiseRows(fromRows([[4], [9]])).data)).toEqual([0, 0])
  })
  it('reads sparse views', () => {
    expect(standardiseRows(sparse)).toEqual(
      standardiseRows(
        fromRows([
          [0, 2, 0],
          [4, 0, 0],
        ]),
      ),
    )
  })
})

describe('minMaxColumns(a)', () => {
  it('maps every feature onto [0, 1] and a constant one to 1', () => {
    expect(
      Array.from(
        minMaxColumns(
          fromRows([
            [-2, 5],
            [0, 5],
            [2, 5],
          ]),
        ).data,
      ),
    ).toEqual([0, 1, 0.5, 1, 1, 1])
  })
})

describe('divideByLargest(a)', () => {
  it('divides by the largest entry, by the largest size without a positive one, and leaves zeros alone', () => {
    expect(
      Array.from(
        divideByLargest(
          fromRows([
            [-8, 4],
            [2, 0],
          ]),
        ).data,
      ),
    ).toEqual([-2, 1, 0.5, 0])
    expect(Array.from(divideByLargest(fromRows([[-8, -4]])).data)).toEqual([-1, -0.5])
    expect(Array.from(divideByLargest(fromRows([[0, 0]])).data)).toEqual([0, 0])
  })
})
