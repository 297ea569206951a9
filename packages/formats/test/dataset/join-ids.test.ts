import type { Join } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { joinIds } from '../../src/dataset/join-ids.ts'

/** Joins lists of ids; targets as plain lists. */
function joined(lists: Record<string, string[]>, join: Join = 'inner') {
  const given = Object.entries(lists).map(([name, ids]) => ({ name, ids }))
  const { targets, find, ...found } = joinIds(given, join)
  return {
    ...found,
    targets: targets.map((places) => Array.from(places)),
    find: (ids: string[]) => ids.map(find),
  }
}

describe('rows that are lined up by id', () => {
  it('are those that all lists have, in the order of the first', () => {
    const { find, ...found } = joined({ a: ['p', 'q', 'r', 's'], b: ['s', 'q', 'x'] })
    expect(found).toEqual({
      samples: 2,
      ids: ['q', 's'],
      targets: [
        [-1, 0, -1, 1],
        [1, 0, -1],
      ],
      warnings: [
        'a: 2 of 4 samples dropped, their ids are not in all views ("p", "r")',
        'b: 1 of 3 samples dropped, their ids are not in all views ("x")',
      ],
      matched: { all: 2, any: 5 },
    })
    expect(find(['s', 'p', 'nobody', 'q'])).toEqual([1, -1, -1, 0])
  })

  it('are those that any list has where that is asked for, the first list before the others', () => {
    expect(joined({ a: ['p', 'q'], b: ['x', 'q', 'y'] }, 'outer')).toMatchObject({
      samples: 4,
      ids: ['p', 'q', 'x', 'y'],
      targets: [
        [0, 1],
        [2, 1, 3],
      ],
      warnings: [],
      matched: { all: 1, any: 4 },
    })
  })

  it('lose ids that stand twice in a list, with a warning for the list', () => {
    expect(joined({ a: ['p', 'q', 'p', 'r'], b: ['r', 'q', 'p'] })).toMatchObject({
      ids: ['q', 'r'],
      targets: [
        [-1, 0, -1, 1],
        [1, 0, -1],
      ],
      warnings: [
        'a: 1 id stands more than once and is dropped ("p")',
        expect.stringContaining('a: 1 of 4 samples dropped'),
        expect.stringContaining('b: 1 of 3 samples dropped'),
      ],
    })
    expect(joined({ a: ['q', 'q', 'p', 'p', 'r'], b: ['r'] }).warnings[0]).toBe(
      'a: 2 ids stand more than once and are dropped ("q", "p")',
    )
  })

  it('are compared as numbers where no text is common and all are numbers', () => {
    const differently = 'ids are written differently in different views (such as 1 and 1.0): compared as numbers'
    expect(joined({ a: ['1', '2'], b: ['2.0', '1.0'] })).toMatchObject({
      ids: ['1', '2'],
      targets: [
        [0, 1],
        [1, 0],
      ],
      warnings: [differently],
    })
    expect(joined({ a: ['1', '2'], b: ['2.0', '3.0'] }, 'outer')).toMatchObject({ samples: 3, warnings: [differently] })
    expect(joined({ a: ['1', '2'], b: ['1', '2.0'] })).toMatchObject({ ids: ['1'] })
  })

  it('are refused where nothing fits, with examples', () => {
    expect(() => joined({ a: ['p', 'q'], b: ['P', 'Q'] })).toThrow(
      'ids: no id is found in all views (a: "p", …; b: "P", …), write ids the same way in all of them',
    )
    expect(() => joined({ a: ['p', 'q'], b: ['q', 'p'], c: ['x', 'y', 'z', 'w'] }, 'outer')).toThrow(
      'c: none of its ids ("x", "y", "z", …) is found in another view, write ids the same way in all of them',
    )
    expect(joined({ a: ['p', 'q'] }, 'outer').samples).toBe(2)
  })

  it('are refused where every id of a list stands twice', () => {
    for (const join of ['inner', 'outer', 'same'] as const)
      expect(() => joined({ a: ['p', 'p', 'q', 'q'], b: ['p', 'q'] }, join)).toThrow(
        'every id of a stands more than once ("p", "q"), give every sample an id of its own',
      )
  })

  it('are refused where one would be dropped and that is not allowed', () => {
    expect(() => joined({ a: ['p', 'q'], b: ['q', 'p', 'r'] }, 'same')).toThrow(
      'b: has 3 samples of which 2 are in all views ("r" is not), give every view the same samples, or join inner or outer',
    )
    expect(joined({ a: ['p', 'q'], b: ['q', 'p'] }, 'same')).toMatchObject({ samples: 2, warnings: [] })
  })
})
