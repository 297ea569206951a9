import { bytesSource } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { MemoryBudget } from '../../src/bytes/memory-budget.ts'
import { VectorBuilder } from '../../src/table/vector-column.ts'

const budget = () => new MemoryBudget(bytesSource('a', new Uint8Array(10)))
const build = (rows: number, vectors: (number[] | null)[], single = false) => {
  const builder = new VectorBuilder('a.parquet', 'x', rows, budget(), single)
  for (const vector of vectors) {
    builder.next(vector === null)
    for (const value of vector ?? []) builder.push(value)
  }
  return builder.finish()
}

describe('VectorBuilder', () => {
  it('puts vectors side by side, missing ones as NaN', () => {
    const { width, data } = build(5, [null, [1, 2], null, [3, 4], null])!
    expect(width).toBe(2)
    expect(Array.from(data)).toEqual([NaN, NaN, 1, 2, NaN, NaN, 3, 4, NaN, NaN])
    expect(build(1, [[1]], true)!.data).toBeInstanceOf(Float32Array)
    expect(build(2, [null, null])).toBeNull()
  })

  it('refuses vectors of another length, too many or too few rows, and more room than the file can claim', () => {
    expect(() => build(2, [[1, 2], [3]])).toThrow('"x" has 1 number in row 2 but 2 in others')
    expect(() => build(2, [[1, 2], []])).toThrow('"x" has 0 numbers in row 2')
    expect(() => build(2, [[1, 2]])).toThrow('has 1 vector for 2 rows')
    expect(() => build(1, [[1], [2]])).toThrow('has 2 vectors for 1 row')
    expect(() => build(10_000_000, [[1, 2]])).toThrow('more than a file of 10 bytes may claim')
  })
})
