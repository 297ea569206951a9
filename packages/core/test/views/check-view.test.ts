import { InputError } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import type { AnyView } from '../../src/views/blocked-view.ts'
import { checkView } from '../../src/views/check-view.ts'
import { viewRows } from '../../src/views/view-rows.ts'

function refusal(view: unknown, least?: number): Pick<InputError, 'message' | 'code' | 'argument' | 'details'> {
  try {
    viewRows('a', checkView('a', view as AnyView, least))
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    const { message, code, argument, details } = error
    return { message, code, argument, details }
  }
  throw new Error('was accepted')
}

const sparse = { values: [1, 2], indices: [0, 1], pointers: [0, 1, 2], samples: 2, features: 2 }
const blocks = { samples: 2, features: 2, readRows: () => undefined }

describe('checkView(name, view)', () => {
  it('says which sample has other features than the first', () => {
    expect(refusal([[1, 2], [3]])).toEqual({
      message: 'a: sample 1 has 1 feature but sample 0 has 2, give every sample the same features',
      code: 'ragged',
      argument: 'a',
      details: { sample: 1 },
    })
  })

  it('says the shape of what it refuses', () => {
    const { message, code, argument, details } = refusal({ data: [1, 2, 3], samples: 2, features: 2 })
    expect({ message, code, argument, details }).toEqual({
      message: 'a: has 3 values, 2 samples × 2 features need 4',
      code: 'shape',
      argument: 'a',
      details: { samples: 2, features: 2 },
    })
  })

  it.each<[string, unknown, object?]>([
    ['is null, give rows of numbers', null],
    ['is 5, give rows of numbers', 5],
    ['has 0 samples, give at least one', []],
    ['has 0 samples, give at least one', { data: [], samples: 0, features: 2 }],
    ['has -1 samples, give at least one', { data: [], samples: -1, features: 2 }],
    ['has 1.5 samples, give at least one', { data: [1, 2, 3], samples: 1.5, features: 2 }],
    ['has undefined samples, give at least one', {}],
    ['has 0 features, give at least one', [[], []]],
    ['has 0.5 features, give at least one', { data: [1], samples: 2, features: 0.5 }],
    ['has 1 id for 2 samples, give one id per sample', { data: [1, 2], samples: 2, features: 1, ids: ['x'] }],
    [
      'says of 3 samples whether they are present but has 2, give one mark per sample',
      { data: [1, 2], samples: 2, features: 1, present: [1, 1, 1] },
    ],
    ['has 2 pointers for 2 samples, give samples + 1', { ...sparse, pointers: [0, 2] }],
    ['has 1 values but 2 indices, give one index per value', { ...sparse, values: [1] }],
    ['pointers must begin with 0 and end with the number of values', { ...sparse, pointers: [1, 1, 2] }],
    ['pointers must begin with 0 and end with the number of values', { ...sparse, pointers: [0, 1, 1] }],
    ['pointers fall at sample 1, they must rise', { ...sparse, samples: 3, pointers: [0, 2, 1, 2] }, { sample: 1 }],
    ['sample 1 has feature index 2 of 2, indices count from 0', { ...sparse, indices: [0, 2] }, { sample: 1 }],
    ['sample 0 has feature index -1 of 2, indices count from 0', { ...sparse, indices: [-1, 1] }, { sample: 0 }],
    ['sample 0 has feature index 0.5 of 2, indices count from 0', { ...sparse, indices: [0.5, 1] }, { sample: 0 }],
    ['has blocks of 0 samples, give a whole number of at least 1', { ...blocks, blockSamples: 0 }],
    ['has blocks of 1.5 samples, give a whole number of at least 1', { ...blocks, blockSamples: 1.5 }],
    [
      'sample 0 has feature 1 more than once, add the values up first',
      { ...sparse, indices: [1, 1], pointers: [0, 2, 2] },
    ],
  ])('refuses a view that %s', (what, view, details = {}) => {
    const found = refusal(view)
    expect(found).toMatchObject({ message: `a: ${what}`, code: 'shape', argument: 'a' })
    expect(found.details ?? {}).toMatchObject(details)
  })

  it('takes no samples only where a rank may have none', () => {
    const empty = { data: [], samples: 0, features: 2 }
    expect(checkView('a', empty, 0)).toMatchObject({ samples: 0, features: 2 })
    expect(refusal({ ...empty, samples: -1 }, 0).message).toBe('a: has -1 samples, give at least one')
  })

  it('takes views that are read in blocks, of any whole size', () => {
    for (const blockSamples of [undefined, 1, 7]) {
      const view = { ...blocks, blockSamples }
      expect(checkView('a', view)).toBe(view)
    }
  })

  it('takes a list of numbers as one feature, and a sparse view as it is', () => {
    expect(checkView('a', [3, 1])).toEqual({ data: Float64Array.of(3, 1), samples: 2, features: 1 })
    expect(checkView('a', sparse)).toBe(sparse)
  })
})

describe('viewRows(name, view)', () => {
  it('has the features of each sample ascending, wherever the entries stand', () => {
    const view = { values: [5, 1, 2, 3], indices: [0, 2, 0, 1], pointers: [0, 1, 4], samples: 2, features: 3 }
    expect(viewRows('a', view)).toEqual({
      rows: 2,
      columns: 3,
      values: Float64Array.of(5, 2, 3, 1),
      indices: Uint32Array.of(0, 0, 1, 2),
      pointers: Uint32Array.of(0, 1, 4),
    })
  })

  it('takes double precision as it is, and copies the rest', () => {
    const data = Float64Array.of(1, 2)
    expect(viewRows('a', { data, samples: 2, features: 1 })).toMatchObject({ data })
    expect((viewRows('a', { data, samples: 2, features: 1 }) as { data: Float64Array }).data).toBe(data)
    expect(viewRows('a', { data: [1, 2], samples: 1, features: 2 })).toEqual({ rows: 1, columns: 2, data })
  })

  it('reads blocks of a multiple of four samples', () => {
    expect(viewRows('a', { ...blocks, blockSamples: 5 })).toMatchObject({ rows: 2, columns: 2, blockRows: 8 })
  })
})
