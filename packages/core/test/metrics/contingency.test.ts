import { describe, expect, it } from 'vitest'
import { contingency, encodeLabels } from '../../src/metrics/contingency.ts'

describe('encodeLabels(labels)', () => {
  it('numbers labels of any kind by their first appearance and keeps their names', () => {
    for (const labels of [[7, -1, 7, 0, 3_000_000], Int32Array.of(7, -1, 7, 0, 3_000_000)])
      expect(encodeLabels(labels)).toEqual({ codes: Int32Array.of(0, 1, 0, 2, 3), names: ['7', '-1', '0', '3000000'] })
    expect(encodeLabels(['b', 'a', '', 'b'])).toEqual({ codes: Int32Array.of(0, 1, 2, 0), names: ['b', 'a', ''] })
    expect(encodeLabels(new Int32Array(0))).toEqual({ codes: new Int32Array(0), names: [] })
  })

  it('tells apart a number and a text that looks like it', () => {
    expect(encodeLabels([1, '1', 1]).codes).toEqual(Int32Array.of(0, 1, 0))
  })
})

describe('contingency(first, second)', () => {
  it('counts how clusters meet, and their sizes', () => {
    expect(contingency(['x', 'x', 'y', 'y', 'y'], Int32Array.of(4, 5, 5, 5, 6))).toEqual({
      samples: 5,
      rows: 2,
      columns: 3,
      counts: Float64Array.of(1, 1, 0, 0, 2, 1),
      rowSums: Float64Array.of(2, 3),
      columnSums: Float64Array.of(1, 3, 1),
    })
  })

  it('refuses labelings of different or no length, with both numbers', () => {
    expect(() => contingency([1, 2], [1])).toThrow(
      expect.objectContaining({
        code: 'label-counts',
        argument: 'labels',
        details: { first: 2, second: 1 },
        message: 'labels: the two labelings have 2 and 1 samples, give equal numbers, at least one',
      }),
    )
    expect(() => contingency([], [])).toThrow('have 0 and 0 samples')
  })
})
