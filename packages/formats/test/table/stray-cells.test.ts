import { describe, expect, it } from 'vitest'
import { joinStrays, StrayCells, strayWarning } from '../../src/table/stray-cells.ts'

const cells = (...given: [row: number, column: number, text: string][]) => {
  const found = new StrayCells(2)
  for (const [row, column, text] of given) found.add({ row, column, text })
  return found
}
const all = () => true

describe('cells that are no numbers in columns of numbers', () => {
  it('are counted, the first of them named in the order of rows', () => {
    const found = cells([5, 0, 'x'], [1, 1, 'y'], [5, 1, '-'])
    expect(found.strays(['a', 'b'], all, 100)).toEqual({
      ...{ total: 3, many: false },
      cells: [
        { row: 1, column: 'b', text: 'y' },
        { row: 5, column: 'a', text: 'x' },
        { row: 5, column: 'b', text: '-' },
      ],
    })
    expect(Array.from(found.counts)).toEqual([1, 1])
    expect(found.strays(['a', 'b'], (j) => j === 0, 100)!.total).toBe(1)
    expect(cells().strays(['a', 'b'], all, 100)).toBeUndefined()
  })

  it('are many where more than one in ten rows of a column is a word; signs for missing values do not count', () => {
    const many = (count: number, text: string, rows: number) =>
      cells(...Array.from({ length: count }, (_, i): [number, number, string] => [i, 0, text])).strays(
        ['a', 'b'],
        all,
        rows,
      )!.many
    expect([many(2, 'x', 20), many(3, 'x', 20), many(9, '-', 20)]).toEqual([false, true, false])
  })

  it('of several parts are counted on from part to part', () => {
    const part = (row: number, many = false) => ({ total: 2, many, cells: [{ row, column: 'a', text: 'x' }] })
    expect(joinStrays([{ rows: 10, strays: part(3) }, { rows: 10 }, { rows: 5, strays: part(1, true) }])).toEqual({
      ...{ total: 4, many: true },
      cells: [
        { row: 3, column: 'a', text: 'x' },
        { row: 21, column: 'a', text: 'x' },
      ],
    })
    expect(joinStrays([{ rows: 10 }])).toBeUndefined()
  })

  it('are told in one sentence', () => {
    const named = [{ row: 0, column: 'a', text: 'word '.repeat(9) }]
    expect(strayWarning({ total: 1, cells: named, many: false })).toBe(
      `1 cell holds no number and counts as missing: "${'word '.repeat(4)}" in row 1, column a`,
    )
    expect(strayWarning({ total: 3, cells: named, many: false })).toMatch(
      /^3 cells hold no number and count as missing: .*; …$/,
    )
  })
})
