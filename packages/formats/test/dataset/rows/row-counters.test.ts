import { describe, expect, it } from 'vitest'
import { RowCounters } from '../../../src/dataset/rows/table-parts.ts'
import { fewRows } from '../../../src/table/build-table.ts'
import type { Table } from '../../../src/table/table.ts'

/** A part of a table with a column of text that counts from `first` on, and another of numbers. */
function part(first: number, rows: number, numbers = (i: number) => i / 2, countsRows = true): Table {
  const values = Array.from({ length: rows }, (_, i) => String(first + i))
  return {
    rows,
    texts: [{ name: 'n', values, countsRows }],
    numbers: { names: ['x'], data: Float64Array.from({ length: rows }, (_, i) => numbers(i)) },
    vectors: [],
    order: ['n', 'x'],
    named: true,
  }
}
const counters = (...parts: Table[]) => {
  const found = new RowCounters()
  for (const each of parts) found.add(each)
  return found
}
describe('columns that count the rows of parts', () => {
  it('count through where each part goes on where the one before ended', () => {
    expect(counters(part(0, 30), part(30, 30)).goOn(60)).toBe(true)
    expect(counters(part(0, 30), part(31, 30)).goOn(60)).toBe(false)
    expect(counters(part(5, 30)).has('n')).toBe(true)
    expect(counters(part(0, 30, undefined, false)).has('n')).toBe(false)
    expect(counters(part(0, 30, undefined, false), part(30, 30)).has('n')).toBe(false)
  })

  it('are not missed in parts of few rows', () => {
    const few = fewRows - 1
    const found = (...numbers: ((i: number) => number)[]) =>
      counters(...numbers.map((number, p) => part(p * few, few, number)))
    const counting = (p: number) => (i: number) => p * few + i
    expect(found(counting(0), counting(1)).goOn(fewRows)).toBe(false)
    expect(found(counting(0)).goOn(few)).toBe(true)
    expect(found(counting(0), (i) => i / 2).goOn(fewRows)).toBe(true)
  })
})
