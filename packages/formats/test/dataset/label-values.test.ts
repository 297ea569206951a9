import { describe, expect, it } from 'vitest'
import type { StoredValue } from '../../src/bytes/stored-value.ts'
import { canBeClasses, classesNote, labelsNote, labelValues, oneHotLabels } from '../../src/dataset/label-values.ts'

const dense = (shape: number[], data: number[], order: 'rows' | 'columns' = 'rows'): StoredValue => ({
  type: 'dense',
  shape,
  order,
  data: Float64Array.from(data),
})
const text = (...values: string[]): StoredValue => ({ type: 'text', values })
const list = (...items: StoredValue[]): StoredValue => ({ type: 'list', items }) as StoredValue

describe('labelValues(value)', () => {
  it('takes vectors of whole numbers, lying and standing, and lists of text', () => {
    expect(labelValues(dense([3, 1], [1, 2, 2]))).toEqual(['1', '2', '2'])
    expect(labelValues(dense([1, 3], [0, -1, 7]))).toEqual(['0', '-1', '7'])
    expect(labelValues(text('a', 'b'))).toEqual(['a', 'b'])
    expect(labelValues(list(text('a'), text('b'), text('a')))).toEqual(['a', 'b', 'a'])
  })

  it('takes equal vectors of a list once', () => {
    const vector = dense([2, 1], [1, 2])
    expect(labelValues(list(vector, vector))).toEqual(['1', '2'])
    expect(labelValues(list(vector, dense([2, 1], [2, 1])))).toBeNull()
    expect(labelValues(list(vector, dense([3, 1], [1, 2, 3])))).toBeNull()
    expect(labelValues(list(list(vector)))).toEqual(['1', '2'])
    expect(labelValues(list(list(list(vector))))).toBeNull()
  })

  it.each([
    ['a matrix', dense([2, 2], [1, 2, 3, 4])],
    ['fractions', dense([2, 1], [1, 1.5])],
    ['missing values', dense([2, 1], [1, Number.NaN])],
    ['a single number', dense([1, 1], [1])],
    ['a single text', text('a')],
    ['an empty list', list()],
    ['a list of matrices', list(dense([2, 2], [1, 2, 3, 4]))],
  ])('takes %s as no labels', (_, value) => {
    expect(labelValues(value)).toBeNull()
  })
})

describe('oneHotLabels(value)', () => {
  // Samples of classes 2, 1, 2.
  it.each([
    ['a row per sample, stored by rows', dense([3, 2], [0, 1, 1, 0, 0, 1])],
    ['a row per sample, stored by columns', dense([3, 2], [0, 1, 0, 1, 0, 1], 'columns')],
    ['a column per sample, stored by rows', dense([2, 3], [0, 1, 0, 1, 0, 1])],
    ['a column per sample, stored by columns', dense([2, 3], [0, 1, 1, 0, 0, 1], 'columns')],
  ])('has the class of each sample, with %s', (_, value) => {
    expect(oneHotLabels(value)).toEqual(['2', '1', '2'])
  })

  it.each([
    ['a sample of no class', dense([3, 2], [0, 1, 0, 0, 0, 1])],
    ['a sample of two classes', dense([3, 2], [0, 1, 1, 1, 0, 1])],
    ['another number', dense([3, 2], [0, 1, 2, 0, 0, 1])],
    ['a vector', dense([3, 1], [1, 1, 1])],
    ['a cube', dense([2, 2, 2], [1, 0, 0, 1, 1, 0, 0, 1])],
    ['text', text('0', '1')],
  ])('is null for %s', (_, value) => {
    expect(oneHotLabels(value)).toBeNull()
  })
})

describe('labels', () => {
  it('are more than one class, and not one per sample', () => {
    expect(canBeClasses(['a', 'a'])).toBe(false)
    expect(canBeClasses(['a', 'b'])).toBe(false)
    expect(canBeClasses(['a', 'b', 'b'])).toBe(true)
  })

  it('are named with the number of their classes', () => {
    expect(labelsNote({ name: 'y', values: ['1', '2', '1'] })).toBe('labels: y, 2 classes (for scoring only)')
    expect(classesNote('y', 1)).toBe('labels: y, 1 class (for scoring only)')
  })
})
