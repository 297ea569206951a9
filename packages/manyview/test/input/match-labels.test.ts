import { describe, expect, it } from 'vitest'
import { matchLabels } from '../../src/input/match-labels.ts'

describe('matchLabels(list, ids, samples, name)', () => {
  it('takes labels without ids by position', () => {
    expect(matchLabels({ ids: null, labels: ['a', 'b'] }, ['x', 'y'], 2, 'f')).toEqual(['a', 'b'])
  })

  it('joins labels with ids, whatever their order, and leaves out ids that are not asked for', () => {
    const list = { ids: ['z', 'y', 'x'], labels: ['c', 'b', 'a'] }
    expect(matchLabels(list, ['x', 'y'], 2, 'f')).toEqual(['a', 'b'])
  })

  it('takes row numbers from 0 for samples without ids', () => {
    expect(matchLabels({ ids: ['1', '0'], labels: ['b', 'a'] }, null, 2, 'f')).toEqual(['a', 'b'])
  })

  it('says how many labels are missing, or are there twice', () => {
    expect(() => matchLabels({ ids: null, labels: ['a'] }, null, 2, 'f')).toThrow('f: has 1 label for 2 samples')
    expect(() => matchLabels({ ids: ['x'], labels: ['a'] }, ['x', 'y'], 2, 'f')).toThrow(
      'no label for 1 of 2 samples (the first is "y")',
    )
    expect(() => matchLabels({ ids: ['x', 'x'], labels: ['a', 'b'] }, ['x'], 1, 'f')).toThrow(
      'id "x" occurs more than once',
    )
  })

  it('names the columns of a table, and none of its cells, where ids are mistaken', () => {
    const list = { ids: ['red lamp', 'red lamp'], labels: ['a', 'b'], columns: ['title', 'label'] }
    expect(() => matchLabels(list, ['x', 'y'], 2, 'f')).toThrow(
      'f: its ids repeat (columns: title, label), name the column of unique ids "id"',
    )
    expect(() => matchLabels({ ...list, ids: ['lamp', 'chair'] }, ['x', 'y'], 2, 'f')).toThrow(
      'f: none of its ids is that of a sample (columns: title, label), name the column of ids "id" and write them alike',
    )
  })
})
