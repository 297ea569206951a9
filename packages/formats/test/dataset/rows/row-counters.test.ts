import type { Communicator } from '@manyview/core'
import { oneProcess } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { RowCounters } from '../../../src/dataset/rows/row-counters.ts'
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
/** Rank 0 of two; the other one's answer is given. */
function beside(other: unknown): Communicator {
  const text = new TextEncoder().encode(JSON.stringify([JSON.stringify(other)]))
  const allGather = (own: Float64Array | Uint8Array) =>
    own instanceof Float64Array ? Float64Array.of(own[0], text.length) : Uint8Array.from([...own, ...text])
  return { rank: 0, size: 2, allGather } as unknown as Communicator
}

describe('columns that count the rows of parts', () => {
  it('count through where each part goes on where the one before ended', () => {
    expect(counters(part(0, 30), part(30, 30)).goOn(oneProcess, 60)).toBe(true)
    expect(counters(part(0, 30), part(31, 30)).goOn(oneProcess, 60)).toBe(false)
    expect(counters(part(5, 30)).has('n')).toBe(true)
    expect(counters(part(0, 30, undefined, false)).has('n')).toBe(false)
    expect(counters(part(0, 30, undefined, false), part(30, 30)).has('n')).toBe(false)
  })

  it('count through the parts of all ranks', () => {
    const own = counters(part(0, 30))
    expect(own.goOn(beside([false, [['n', { first: 30, next: 60 }]], []]), 60)).toBe(true)
    expect(own.goOn(beside([false, [['n', { first: 31, next: 61 }]], []]), 60)).toBe(false)
    expect(own.goOn(beside([false, [['m', { first: 30, next: 60 }]], []]), 60)).toBe(false)
    expect(own.goOn(beside([true, [['n', { first: 30, next: 60 }]], []]), 60)).toBe(false)
  })

  it('are not missed in parts of few rows', () => {
    const few = fewRows - 1
    const own = () => counters(part(0, few, (i) => i + 1))
    expect(own().goOn(beside([false, [['n', { first: few, next: 2 * few }]], ['x']]), fewRows)).toBe(false)
    expect(own().goOn(beside([false, [['n', { first: few, next: 2 * few }]], ['x']]), few)).toBe(true)
    expect(own().goOn(beside([false, [['n', { first: few, next: 2 * few }]], []]), fewRows)).toBe(true)
    expect(counters(part(0, few)).goOn(beside([false, [['n', { first: few, next: 9 }]], ['x']]), fewRows)).toBe(true)
  })
})
