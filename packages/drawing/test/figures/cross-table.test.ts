import { describe, expect, it } from 'vitest'
import { crossTable } from '../../src/figures/cross-table.ts'

describe('crossTable(first, second)', () => {
  it('has rows in their natural order and columns where most of their samples are', () => {
    const table = crossTable(
      { names: ['10', '9'], codes: [0, 0, 0, 1, 1] },
      { names: ['a', 'b'], codes: [0, 0, 1, 1, 1] },
    )
    expect(table).toEqual({
      rows: ['9', '10'],
      columns: ['b', 'a'],
      counts: [
        [2, 0],
        [1, 2],
      ],
      sizes: [2, 3],
      cut: false,
    })
  })

  it('keeps the 40 largest parts, and says so; sizes stay whole', () => {
    const codes = Array.from({ length: 200 }, (_, i) => Math.min(i, 99))
    const parts = { names: Array.from({ length: 100 }, (_, i) => String(i)), codes }
    const one = { names: ['all'], codes: codes.map(() => 0) }
    const table = crossTable(one, parts)
    expect(table.columns.length).toBe(40)
    expect(table.columns[0]).toBe('99')
    expect(table.sizes).toEqual([200])
    expect(table.cut).toBe(true)
  })
})
