import { coverage, InputError, type Views } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { isSparse, toDense } from '../../src/numerics/linalg/sparse-matrix.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { prepareViews } from '../../src/views/prepare-views.ts'

const refusal = (views: Views): InputError => {
  try {
    prepareViews(views, { ranks: singleProcess })
  } catch (error) {
    if (error instanceof InputError) return error
    throw error
  }
  throw new Error('was accepted')
}

describe('prepareViews', () => {
  it('takes nested arrays, typed arrays of any precision and sparse views, and names unnamed ones', () => {
    const { samples, views, ids } = prepareViews(
      [
        [
          [1, 2],
          [3, 4],
        ],
        { data: new Float32Array([0.5, 1.5]), samples: 2, features: 1 },
        { values: [7], indices: [2], pointers: [0, 0, 1], samples: 2, features: 3 },
      ],
      { ranks: singleProcess },
    )
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
    const { views } = prepareViews(
      {
        words: { values: [1, 2], indices: [3, 0], pointers: [0, 2], samples: 1, features: 4 },
      },
      { ranks: singleProcess },
    )
    expect(views[0].data).toMatchObject({ indices: new Uint32Array([0, 3]), values: new Float64Array([2, 1]) })
  })

  it('joins samples by id, in the order of the first view', () => {
    const { views, ids } = prepareViews(
      {
        a: { data: [1, 2, 3], samples: 3, features: 1, ids: ['x', 'y', 'z'] },
        b: { data: [30, 10, 20], samples: 3, features: 1, ids: ['z', 'x', 'y'] },
        c: { values: [5, 6], indices: [0, 0], pointers: [0, 1, 1, 2], samples: 3, features: 1, ids: ['z', 'y', 'x'] },
      },
      { ranks: singleProcess },
    )
    expect(ids).toEqual(['x', 'y', 'z'])
    expect([...(views[1].data as { data: Float64Array }).data]).toEqual([10, 20, 30])
    expect([...toDense(views[2].data as never).data]).toEqual([6, 0, 5])
  })

  it('refuses a view that no sample has, and samples without any view, by name', () => {
    const none = { data: [1, 2], samples: 2, features: 1, present: [0, 0] }
    expect(refusal({ a: [1, 2], b: none })).toMatchObject({
      message: 'b: no sample has this view, leave the view out',
      code: 'no-samples',
      argument: 'b',
    })
    const ids = ['p', 'q', 'r', 's', 't']
    const marked = (...present: number[]) => ({ data: [1, 2, 3, 4, 5], samples: 5, features: 1, ids, present })
    const three = refusal({ a: marked(1, 0, 0, 0, 1), b: marked(1, 0, 0, 0, 0) })
    expect(three).toMatchObject({
      message: 'views: 3 of 5 samples have no view at all ("q", "r", "s"), leave them out',
      code: 'no-view',
      argument: 'views',
      details: { samples: [1, 2, 3] },
    })
    expect(refusal({ a: marked(1, 0, 0, 0, 0), b: marked(1, 0, 0, 0, 0) }).message).toBe(
      'views: 4 of 5 samples have no view at all ("q", "r", "s", …), leave them out',
    )
    const { views } = prepareViews({ a: marked(1, 1, 1, 1, 0), b: marked(0, 0, 0, 0, 1) }, { ranks: singleProcess })
    expect(views.map(({ present }) => Array.from(present!))).toEqual([
      [1, 1, 1, 1, 0],
      [0, 0, 0, 0, 1],
    ])
  })

  it('does not change what it is given', () => {
    const data = Object.freeze([3, 1, 2])
    const view = Object.freeze({ data, samples: 3, features: 1, ids: Object.freeze(['a', 'b', 'c']) })
    prepareViews(Object.freeze({ only: view }), { ranks: singleProcess })
    expect(view.data).toEqual([3, 1, 2])
  })

  it('names view, sample and feature of a value that is infinite', () => {
    for (const value of [Infinity, -Infinity]) {
      const error = refusal({ good: [[1], [2]], bad: { data: [1, 2, 3, value], samples: 2, features: 2 } })
      expect(error.message).toBe(`bad: sample 1, feature 1 is ${value}, remove the sample or fill the value in first`)
      expect(error).toMatchObject({ code: 'not-finite', details: { sample: 1, feature: 1 } })
      expect(refusal({ s: { values: [value], indices: [4], pointers: [0, 1], samples: 1, features: 5 } }).code).toBe(
        'not-finite',
      )
    }
  })

  it('counts missing values, samples and features of every view, and names the ways out', () => {
    const nan = Number.NaN
    const error = refusal({
      good: [[1], [2], [3]],
      bad: [
        [1, nan, 3],
        [nan, nan, 6],
        [7, 8, 9],
      ],
      words: { values: [1, nan], indices: [0, 1], pointers: [0, 1, 2, 2], samples: 3, features: 2 },
    })
    expect(error.message).toBe(
      'bad: has 3 missing values (NaN) in 2 samples and 2 features, the first at sample 0, feature 1; words: 1 missing value (NaN) in 1 sample and 1 feature, the first at sample 1, feature 1; fill them in with missing: "mean" or missing: "lowrank", or leave those samples out',
    )
    expect(error.code).toBe('missing-values')
  })

  it('names the original sample of a missing value, also after the join by id', () => {
    const error = refusal({
      a: { data: [1, 2], samples: 2, features: 1, ids: ['x', 'y'] },
      b: { data: [Number.NaN, 3, 2, 2], samples: 2, features: 2, ids: ['y', 'x'] },
    })
    expect(error.message).toContain('the first at sample 0, feature 0')
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
    ['sample 1 has 1 feature but sample 0 has 2', { a: [[1, 2], [3]] }],
    ['has 5 values, 2 samples × 3 features need 6', { a: { data: [1, 2, 3, 4, 5], samples: 2, features: 3 } }],
    ['has 1 id for 2 samples', { a: { data: [1, 2], samples: 2, features: 1, ids: ['x'] } }],
    ['id "x" stands more than once', { a: { data: [1, 2], samples: 2, features: 1, ids: ['x', 'x'] } }],
    ['has no ids but "a" has', { a: { data: [1], samples: 1, features: 1, ids: ['x'] }, b: [[1]] }],
    [
      'id "x" of "a" is missing',
      { a: { data: [1], samples: 1, features: 1, ids: ['x'] }, b: { data: [1], samples: 1, features: 1, ids: ['y'] } },
    ],
    [
      'says of 1 samples whether they are present but has 2',
      { a: { data: [1, 2], samples: 2, features: 1, present: [1] } },
    ],
    ['no sample has this view', { a: [[1]], b: [[Number.NaN]] }],
    [
      '1 of 3 samples have no view at all ("1")',
      {
        a: { data: [1, 2, 3], samples: 3, features: 1, present: [true, false, true] },
        b: [[1], [Number.NaN], [3]],
      },
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

  describe('where samples lack views', () => {
    const dense = (views: ReturnType<typeof prepareViews>['views'], v: number) => {
      const { data } = views[v]
      return [...(isSparse(data) ? toDense(data) : data).data]
    }

    it('marks samples of nothing but NaN, and those that the mask leaves out, and holds zeros for them', () => {
      const { views } = prepareViews(
        {
          all: [[1], [2], [3]],
          rows: [
            [1, 2],
            [Number.NaN, Number.NaN],
            [5, 6],
          ],
          mask: { data: [7, Number.NaN, 9], samples: 3, features: 1, present: [false, false, true] },
          sparse: {
            values: [4, 5],
            indices: [0, 1],
            pointers: [0, 1, 2, 2],
            samples: 3,
            features: 2,
            present: [0, 1, 1],
          },
        },
        { ranks: singleProcess },
      )
      expect(views.map(({ present }) => present && [...present])).toEqual([null, [1, 0, 1], [0, 0, 1], [0, 1, 1]])
      expect([1, 2, 3].map((v) => dense(views, v))).toEqual([
        [1, 2, 0, 0, 5, 6],
        [0, 0, 9],
        [0, 0, 0, 5, 0, 0],
      ])
    })

    it('goes by the mask of views in arrays of whole numbers, too, and finds NaN in those of fractions', () => {
      const whole = { data: Uint8Array.of(7, 8, 9), samples: 3, features: 1, present: [1, 0, 1] }
      const { views } = prepareViews({ whole, fractions: [[1], [2], [3]] }, { ranks: singleProcess })
      expect([...views[0].present!]).toEqual([1, 0, 1])
      const data = Float32Array.of(1, Number.NaN, 3, 4, 5, 6)
      expect(refusal([{ data, samples: 3, features: 2 }]).message).toContain('sample 0, feature 1')
    })

    it('takes a mask of nothing but ones for no mask', () => {
      const [view] = prepareViews([{ data: [1, 2], samples: 2, features: 1, present: [1, true] }], {
        ranks: singleProcess,
      }).views
      expect(view.present).toBeNull()
    })

    it('join "outer" keeps every sample of every view, first those of the first view', () => {
      const { samples, ids, views } = prepareViews(
        {
          a: { data: [1, 2], samples: 2, features: 1, ids: ['x', 'y'] },
          b: { data: [30, 10], samples: 2, features: 1, ids: ['z', 'x'] },
          c: { values: [5], indices: [0], pointers: [0, 1], samples: 1, features: 1, ids: ['z'] },
        },
        { join: 'outer', ranks: singleProcess },
      )
      expect([samples, ids]).toEqual([3, ['x', 'y', 'z']])
      expect(views.map(({ present }) => [...present!])).toEqual([
        [1, 1, 0],
        [1, 0, 1],
        [0, 0, 1],
      ])
      expect([0, 1, 2].map((v) => dense(views, v))).toEqual([
        [1, 2, 0],
        [10, 0, 30],
        [0, 0, 5],
      ])
    })

    it('join "inner" keeps the samples that all views have, in the order of the first', () => {
      const given = {
        a: { data: [1, 2, 3], samples: 3, features: 1, ids: ['x', 'y', 'z'] },
        b: { data: [30, 10, 40], samples: 3, features: 1, ids: ['z', 'x', 'w'] },
        c: { values: [5], indices: [0], pointers: [0, 1, 1], samples: 2, features: 1, ids: ['z', 'x'] },
      }
      const { samples, ids, views } = prepareViews(given, { join: 'inner', ranks: singleProcess })
      expect([samples, ids, views.map(({ present }) => present)]).toEqual([2, ['x', 'z'], [null, null, null]])
      expect([0, 1, 2].map((v) => dense(views, v))).toEqual([
        [1, 3],
        [10, 30],
        [0, 5],
      ])
      const strangers = { ...given, d: { data: [1], samples: 1, features: 1, ids: ['v'] } }
      expect(() => prepareViews(strangers, { join: 'inner', ranks: singleProcess })).toThrow(
        'no id is found in all views',
      )
    })

    it('join "outer" refuses a view whose ids are in no other view', () => {
      const views = {
        a: { data: [1, 2], samples: 2, features: 1, ids: ['x', 'y'] },
        b: { data: [30], samples: 1, features: 1, ids: ['X'] },
      }
      expect(() => prepareViews(views, { join: 'outer', ranks: singleProcess })).toThrow(
        'a: none of its ids (x, y, …) is found in another view',
      )
      expect(() => prepareViews(views, { ranks: singleProcess })).toThrow('b: has 1 sample but "a" has 2')
    })

    it('coverage counts the samples of every view and of every set of views', () => {
      const { views, samples } = prepareViews(
        {
          a: [[1], [2], [3], [4]],
          b: { data: [1, 2, 3, 4], samples: 4, features: 1, present: [1, 0, 0, 1] },
          c: { data: [1, 2, 3, 4], samples: 4, features: 1, present: [1, 1, 0, 1] },
        },
        { ranks: singleProcess },
      )
      expect(coverage(views, samples, singleProcess)).toEqual({
        samples: 4,
        views: [
          { name: 'a', samples: 4 },
          { name: 'b', samples: 2 },
          { name: 'c', samples: 3 },
        ],
        patterns: [
          { views: ['a', 'b', 'c'], samples: 2 },
          { views: ['a', 'c'], samples: 1 },
          { views: ['a'], samples: 1 },
        ],
      })
      expect(coverage(views.slice(0, 1), samples, singleProcess)).toBeNull()
    })
  })
})
