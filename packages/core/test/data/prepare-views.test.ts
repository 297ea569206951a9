import { InputError, isSparse, prepareViews, toDense, type Views } from 'manyview'
import { describe, expect, it } from 'vitest'

const refusal = (views: Views): InputError => {
  try {
    prepareViews(views)
  } catch (error) {
    if (error instanceof InputError) return error
    throw error
  }
  throw new Error('was accepted')
}

describe('prepareViews', () => {
  it('takes nested arrays, typed arrays of any precision and sparse views, and names unnamed ones', () => {
    const { samples, views, ids } = prepareViews([
      [
        [1, 2],
        [3, 4],
      ],
      { data: new Float32Array([0.5, 1.5]), samples: 2, features: 1 },
      { values: [7], indices: [2], pointers: [0, 0, 1], samples: 2, features: 3 },
    ])
    expect(samples).toBe(2)
    expect(views.map((view) => view.name)).toEqual(['view 1', 'view 2', 'view 3'])
    expect(ids).toEqual(['0', '1'])
    const dense = views.map(({ data }) => [...(isSparse(data) ? toDense(data) : data).data])
    expect(dense).toEqual([
      [1, 2, 3, 4],
      [0.5, 1.5],
      [0, 0, 0, 0, 0, 7],
    ])
  })

  it('keeps sparse views sparse with the features of every sample ascending', () => {
    const { views } = prepareViews({
      words: { values: [1, 2], indices: [3, 0], pointers: [0, 2], samples: 1, features: 4 },
    })
    expect(views[0].data).toMatchObject({ indices: new Uint32Array([0, 3]), values: new Float64Array([2, 1]) })
  })

  it('joins samples by id, in the order of the first view', () => {
    const { views, ids } = prepareViews({
      a: { data: [1, 2, 3], samples: 3, features: 1, ids: ['x', 'y', 'z'] },
      b: { data: [30, 10, 20], samples: 3, features: 1, ids: ['z', 'x', 'y'] },
      c: { values: [5, 6], indices: [0, 0], pointers: [0, 1, 1, 2], samples: 3, features: 1, ids: ['z', 'y', 'x'] },
    })
    expect(ids).toEqual(['x', 'y', 'z'])
    expect([...(views[1].data as { data: Float64Array }).data]).toEqual([10, 20, 30])
    expect([...toDense(views[2].data as never).data]).toEqual([6, 0, 5])
  })

  it('does not change what it is given', () => {
    const data = Object.freeze([3, 1, 2])
    const view = Object.freeze({ data, samples: 3, features: 1, ids: Object.freeze(['a', 'b', 'c']) })
    prepareViews(Object.freeze({ only: view }))
    expect(view.data).toEqual([3, 1, 2])
  })

  it('names view, sample and feature of a value that is not finite', () => {
    for (const value of [Number.NaN, Infinity, -Infinity]) {
      const error = refusal({ good: [[1], [2]], bad: { data: [1, 2, 3, value], samples: 2, features: 2 } })
      expect(error.message).toBe(`bad: sample 1, feature 1 is ${value}, remove the sample or fill the value in first`)
      expect(error).toMatchObject({ code: 'not-finite', details: { sample: 1, feature: 1 } })
      expect(refusal({ s: { values: [value], indices: [4], pointers: [0, 1], samples: 1, features: 5 } }).code).toBe(
        'not-finite',
      )
    }
  })

  it('names the original sample of a value that is not finite, also after the join by id', () => {
    const error = refusal({
      a: { data: [1, 2], samples: 2, features: 1, ids: ['x', 'y'] },
      b: { data: [Number.NaN, 2], samples: 2, features: 1, ids: ['y', 'x'] },
    })
    expect(error.message).toContain('b: sample 0, feature 0 is NaN')
  })

  it('says both numbers when the views have different numbers of samples', () => {
    expect(refusal({ text: [[1], [2]], image: [[1], [2], [3]] }).message).toContain(
      'image: has 3 samples but "text" has 2',
    )
  })

  it.each<[string, Views]>([
    ['no view given', {}],
    ['at least one', { a: [] }],
    ['has 0 features', { a: [[], []] }],
    ['sample 1 has 1 features but sample 0 has 2', { a: [[1, 2], [3]] }],
    ['has 5 values, 2 samples × 3 features need 6', { a: { data: [1, 2, 3, 4, 5], samples: 2, features: 3 } }],
    ['has 1 ids for 2 samples', { a: { data: [1, 2], samples: 2, features: 1, ids: ['x'] } }],
    ['id "x" stands more than once', { a: { data: [1, 2], samples: 2, features: 1, ids: ['x', 'x'] } }],
    ['has no ids but "a" has', { a: { data: [1], samples: 1, features: 1, ids: ['x'] }, b: [[1]] }],
    [
      'id "x" of "a" is missing',
      { a: { data: [1], samples: 1, features: 1, ids: ['x'] }, b: { data: [1], samples: 1, features: 1, ids: ['y'] } },
    ],
    ['pointers for 2 samples', { a: { values: [], indices: [], pointers: [0, 0], samples: 2, features: 1 } }],
    [
      'pointers fall at sample 1',
      { a: { values: [1, 1], indices: [0, 0], pointers: [0, 2, 1, 2], samples: 3, features: 1 } },
    ],
    ['must begin with 0', { a: { values: [1], indices: [0], pointers: [0, 2], samples: 1, features: 1 } }],
    ['feature index 1 of 1', { a: { values: [1], indices: [1], pointers: [0, 1], samples: 1, features: 1 } }],
    ['more than once', { a: { values: [1, 2], indices: [0, 0], pointers: [0, 2], samples: 1, features: 1 } }],
    ['1 values but 2 indices', { a: { values: [1], indices: [0, 0], pointers: [0, 1], samples: 1, features: 1 } }],
  ])('refuses a view: %s', (message, views) => {
    expect(refusal(views).message).toContain(message)
  })
})
