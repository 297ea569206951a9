import { fromRows, matrix } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { anchors } from '../../src/data/anchors.ts'

describe('anchors', () => {
  it('begins with the most varied sample and picks none twice', () => {
    const view = fromRows([
      [0, 1],
      [0, 9],
      [5, 5],
      [2, 8],
      [0, 8],
    ])
    const order = Array.from(anchors([view], 5))
    expect(order[0]).toBe(1)
    expect([...order].sort()).toEqual([0, 1, 2, 3, 4])
  })

  it('looks at the features of all views together', () => {
    const level = fromRows([
      [1, 1],
      [1, 1],
      [1, 1],
    ])
    expect(anchors([level, fromRows([[1], [7], [2]])], 1)[0]).toBe(1)
  })

  it('takes the lowest numbers where nothing varies', () => {
    expect(Array.from(anchors([matrix(4, 3)], 3))).toEqual([0, 1, 2])
    expect(Array.from(anchors([matrix(3, 1)], 2))).toEqual([0, 1])
  })
})
