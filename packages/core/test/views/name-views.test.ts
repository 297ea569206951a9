import { cluster, InputError, type Views } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { prepareViews } from '../../src/views/prepare-views.ts'

const rows = [
  [0, 0.1],
  [0.2, 0],
  [9, 9],
  [9, 8.8],
]

/** The only view of what is given, as rows. */
function only(input: Views): { name: string; rows: number[][] } {
  const [{ name, data }] = prepareViews(input, { ranks: singleProcess }).views
  if (!('data' in data)) throw new Error('sparse')
  return {
    name,
    rows: Array.from({ length: data.rows }, (_, i) =>
      Array.from(data.data.subarray(i * data.columns, (i + 1) * data.columns)),
    ),
  }
}

describe('views that people pass', () => {
  it('may be a bare matrix: rows without a name are one view', () => {
    expect(only(rows)).toEqual({ name: 'view 1', rows })
    expect(only(rows.map((row) => Float64Array.from(row)))).toEqual({ name: 'view 1', rows })
  })

  it('may be rows of typed arrays', () => {
    const single = rows.map((row) => Float32Array.from(row))
    expect(only({ a: single }).rows).toEqual(single.map((row) => Array.from(row)))
  })

  it('may be a list of one number per sample, by name or alone', () => {
    const expected = [[3], [1], [2]]
    expect(only({ a: [3, 1, 2] })).toEqual({ name: 'a', rows: expected })
    expect(only({ a: Int8Array.of(3, 1, 2) })).toEqual({ name: 'a', rows: expected })
    expect(only([3, 1, 2])).toEqual({ name: 'view 1', rows: expected })
    expect(only(Float32Array.of(3, 1, 2))).toEqual({ name: 'view 1', rows: expected })
  })

  it('may be an array of views, which get names by position', () => {
    expect(prepareViews([rows, [1, 2, 3, 4]], { ranks: singleProcess }).views.map(({ name }) => name)).toEqual([
      'view 1',
      'view 2',
    ])
  })

  it('are clustered without any option', async () => {
    const { labels, choice } = await cluster(Array.from({ length: 40 }, (_, i) => [10 * (i % 2) + i / 100, i % 2]))
    expect(labels.length).toBe(40)
    expect(choice).not.toBeNull()
  })

  it('take null for a missing value, not for zero', () => {
    const views = { a: [[null, 1], rows[0]] } as unknown as Views
    expect(() => prepareViews(views, { ranks: singleProcess })).toThrow(
      'a: has 1 missing value (NaN) in 1 sample and 1 feature',
    )
  })

  it.each([
    [{ a: rows, b: [[1], [2], ['n/a'], [4]] }, 'b: sample 2, feature 0 is the text "n/a", give numbers'],
    [{ a: [['1', '2']] }, 'a: sample 0, feature 0 is the text "1", give numbers'],
    [{ a: ['x', 'y'] }, 'a: sample 0, feature 0 is the text "x", give numbers'],
    [{ a: { data: [1, 2, 3, 'four'], samples: 2, features: 2 } }, 'a: sample 1, feature 1 is the text "four"'],
    [{ a: [[true]] }, 'a: sample 0, feature 0 is true, give numbers'],
    [{ a: 5 }, 'a: is 5, give rows of numbers'],
    [{ a: 'data.csv' }, 'a: is "data.csv", give rows of numbers'],
    ['data.csv', 'views: are "data.csv", give an object of views by name'],
    [null, 'views: are null, give an object of views by name'],
  ])('are refused with the place of what is no number: %j', (views, message) => {
    expect(() => prepareViews(views as Views, { ranks: singleProcess })).toThrow(InputError)
    expect(() => prepareViews(views as Views, { ranks: singleProcess })).toThrow(message)
  })
})
