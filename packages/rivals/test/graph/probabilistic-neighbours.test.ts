import { fromRows } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { runToEnd } from '../../../core/src/runtime/steps.ts'
import { probabilisticNeighbours as steps } from '../../src/graph/probabilistic-neighbours.ts'

const probabilisticNeighbours = (...given: Parameters<typeof steps>) => runToEnd(steps(...given))

describe('probabilisticNeighbours(squaredDistances)', () => {
  it('weighs the k nearest by their lead over the next, rows summing to 1', () => {
    const graph = probabilisticNeighbours(fromRows([[4, 1, 9, 3]]), { neighbours: 2 })
    // d = 1, 3 and next 4: leads 3 and 1 of a total of 4.
    expect(Array.from(graph.data)).toEqual([0, 0.75, 0, 0.25])
  })

  it('skipSelf leaves the sample itself out, also when another is just as near', () => {
    const graph = probabilisticNeighbours(
      fromRows([
        [0, 0, 1, 2],
        [0, 0, 1, 2],
        [1, 1, 0, 5],
        [2, 2, 5, 0],
      ]),
      {
        neighbours: 2,
        skipSelf: true,
      },
    )
    expect(Array.from(graph.data.subarray(0, 8))).toEqual([0, 2 / 3, 1 / 3, 0, 2 / 3, 0, 1 / 3, 0])
  })

  it('takes equal distances by lower index and shares equally among k + 1 equal ones', () => {
    expect(Array.from(probabilisticNeighbours(fromRows([[1, 1, 1, 1]]), { neighbours: 2 }).data)).toEqual([
      0.5, 0.5, 0, 0,
    ])
  })

  it('copes with fewer candidates than neighbours', () => {
    expect(Array.from(probabilisticNeighbours(fromRows([[1, 3]])).data)).toEqual([1, 0])
    expect(Array.from(probabilisticNeighbours(fromRows([[7]])).data)).toEqual([1])
    expect(Array.from(probabilisticNeighbours(fromRows([[0]]), { skipSelf: true }).data)).toEqual([0])
  })
})
