import { describe, expect, it } from 'vitest'
import { checkSparse } from '../../src/bytes/stored-value.ts'

/** A matrix of 2 × 3 with the entries 5 (0, 1), 6 (1, 0) and 7 (1, 2), with something changed. */
const check = (
  shape: [number, number] = [2, 3],
  pointers: number[] = [0, 1, 3],
  indices: number[] = [1, 0, 2],
  order: 'rows' | 'columns' = 'rows',
) => {
  const values = Float64Array.of(5, 6, 7, 8).subarray(0, indices.length)
  const given = { type: 'sparse' as const, shape, order, values }
  return checkSparse('a.npz', { ...given, indices: Float64Array.from(indices), pointers: Float64Array.from(pointers) })
}

describe('a sparse matrix of a file', () => {
  it('is taken without what stands behind its last entry, along rows or columns', () => {
    expect(check([2, 3], [0, 1, 3], [1, 0, 2, 9])).toMatchObject({ values: Float64Array.of(5, 6, 7) })
    expect(check([3, 2], undefined, undefined, 'columns').values).toHaveLength(3)
    expect(check([0, 0], [0], []).values).toHaveLength(0)
  })

  it.each<[string, Parameters<typeof check>]>([
    [
      'has 2 starts for 2 rows',
      [
        [2, 3],
        [0, 3],
      ],
    ],
    ['has 3 starts for 3 columns', [[2, 3], undefined, undefined, 'columns']],
    ['has 0 starts for -1 rows', [[-1, 3], [], []]],
    ['has 1 starts for 0 rows', [[0, -1], [0], []]],
    ['has 3 starts for 1.5 rows', [[1.5, 3]]],
    [
      'declares 4 entries but holds 3',
      [
        [2, 3],
        [0, 1, 4],
      ],
    ],
    [
      'declares 3 entries but holds 3',
      [
        [2, 3],
        [1, 1, 3],
      ],
    ],
    [
      'ends number 1 of its rows before it begins',
      [
        [2, 3],
        [0, 1.5, 3],
      ],
    ],
    [
      'ends number 2 of its rows before it begins',
      [
        [2, 3],
        [0, 4, 3],
      ],
    ],
    ['has an entry at 3 of 3', [[2, 3], undefined, [1, 0, 3]]],
    ['has an entry at -1 of 3', [[2, 3], undefined, [-1, 0, 2]]],
    ['has an entry at 0.5 of 3', [[2, 3], undefined, [1, 0.5, 2]]],
  ])('is refused: %s', (message, given) => {
    expect(() => check(...given)).toThrow(`a.npz: holds a sparse matrix that ${message}, get the file again`)
  })
})
