import type { SparseView } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { viewsOfThings } from '../../../src/things/index.ts'

const column = (...texts: string[]) => [{ kind: 'texts' as const, name: 'note', source: 'a.csv', texts }]

describe('the views of texts', () => {
  it('count the terms that two texts have, those of the most texts first', async () => {
    const [{ views, recipes }] = await viewsOfThings(column('red cat red', 'a cat', 'red bird', 'cat'))
    expect(views.map(({ name }) => name)).toEqual(['note words', 'note characters'])
    const [{ view, featureNames, kind }] = views
    expect(featureNames).toEqual(['cat', 'red'])
    expect(kind).toBe('counts')
    const { values, indices, pointers } = view as SparseView
    expect(Array.from(pointers)).toEqual([0, 2, 3, 4, 5])
    expect(Array.from(indices)).toEqual([0, 1, 0, 1, 0])
    expect(Array.from(values)).toEqual([1, 2, 1, 1, 1])
    expect(JSON.parse(JSON.stringify(recipes))).toEqual(recipes)
  })

  it('do not depend on the order of the texts', async () => {
    const texts = ['one two three', 'two three four', 'three four one', 'four one two']
    const [there] = await viewsOfThings(column(...texts))
    const [back] = await viewsOfThings(column(...texts.toReversed()))
    expect(back.recipes).toEqual(there.recipes)
  })

  it('of new texts are made by the recipe alone', async () => {
    const [{ recipes }] = await viewsOfThings(column('red cat', 'red bird', 'a cat'))
    const [{ views }] = await viewsOfThings(column('a red RED house'), { recipes })
    const view = views[0].view as SparseView
    expect(view.features).toBe(2)
    expect(Array.from(view.values)).toEqual([2])
  })

  it('mark a text without words as lacking them', async () => {
    const [{ views }] = await viewsOfThings(column('red cat', '', 'red cat', ' … '))
    for (const { view } of views) expect(Array.from(view.present!)).toEqual([1, 0, 1, 0])
  })

  it('are refused where no two texts share anything, and stop when they are asked to', async () => {
    await expect(viewsOfThings(column('abcd', 'efgh'))).rejects.toThrow('note: no two texts have a word in common')
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(viewsOfThings(column('a b', 'a b'), { signal })).rejects.toThrow('enough')
  })
})
