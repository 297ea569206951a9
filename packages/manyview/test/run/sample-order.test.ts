import type { DenseView, SparseView } from '@manyview/core'
import { fromRows, Random } from '@manyview/core/numerics'
import { singleProcess } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import { reorderSamples, restoreOrder, restoreRows } from '../../src/run/sample-order.ts'

const order = Uint32Array.of(2, 0, 1)

describe('reorderSamples(view, order)', () => {
  it('puts sample order[i] at place i of a dense view', () => {
    const view = { data: [1, 2, 3, 4, 5, 6], samples: 3, features: 2 }
    const found = reorderSamples(view, order, { ranks: singleProcess }) as DenseView
    expect(Array.from(found.data)).toEqual([5, 6, 1, 2, 3, 4])
  })

  it('does the same to a sparse view', () => {
    const view = { values: [1, 2, 3], indices: [0, 1, 0], pointers: [0, 2, 2, 3], samples: 3, features: 2 }
    const found = reorderSamples(view, order, { ranks: singleProcess })
    const { values, indices, pointers } = found as SparseView
    expect([values, indices, pointers].map((list) => Array.from(list))).toEqual([
      [3, 1, 2],
      [0, 0, 1],
      [0, 1, 3, 3],
    ])
  })
})

describe('restoreOrder(values, order) and restoreRows(rows, order)', () => {
  it('undo the order', () => {
    expect(Array.from(restoreOrder(Int32Array.of(7, 8, 9), order))).toEqual([8, 9, 7])
    expect(
      Array.from(
        restoreRows(
          fromRows([
            [7, 7],
            [8, 8],
            [9, 9],
          ]),
          order,
        ).data,
      ),
    ).toEqual([8, 8, 9, 9, 7, 7])
  })

  it('give any labels back after any order', () => {
    const labels = Int32Array.from({ length: 50 }, (_, i) => (i * 7) % 5)
    for (let seed = 0; seed < 20; seed++) {
      const shuffled = new Random(seed).permutation(50)
      const moved = Int32Array.from(shuffled, (source) => labels[source])
      expect(restoreOrder(moved, shuffled)).toEqual(labels)
    }
  })
})
