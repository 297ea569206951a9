import type { DenseView } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import type { Dataset } from '../../src/dataset/read-dataset.ts'
import { dropEmpty } from '../../src/things/drop-empty.ts'

/** Four samples; the marks say in which of them each view has something. */
function dataset(marks: (number[] | undefined)[], ids: string[] | null = ['a', 'b', 'c', 'd']): Dataset {
  return {
    samples: 4,
    ids,
    views: marks.map((present, v) => ({
      name: `v${v}`,
      view: { samples: 4, features: 1, data: Float64Array.of(1, 2, 3, 4), ...(present && { present }) },
    })),
    labels: [{ name: 'class', values: ['w', 'x', 'y', 'z'] }],
    metadata: [{ name: 'age', values: ['1', '2', '3', '4'] }],
    things: [
      { name: 'title', kind: 'texts', texts: ['A', 'B', 'C', 'D'] },
      { name: 'photo', kind: 'pictures', pictures: [0, 1, 2, 3] },
    ],
    notes: [],
    warnings: ['earlier'],
  } as unknown as Dataset
}

describe('samples of which no view has anything', () => {
  it('are refused with their number, their ids, and the columns', () => {
    const given = dataset([
      [1, 0, 1, 0],
      [0, 0, 1, 0],
    ])
    expect(() => dropEmpty(given, false)).toThrow(
      'title, photo: 2 of 4 samples have nothing to be clustered by ("b", "d"), correct them or leave them out with --skip-broken',
    )
    try {
      dropEmpty(given, false)
    } catch (error) {
      expect(error).toMatchObject({ code: 'no-view', details: { lost: 2, samples: 4 } })
    }
    expect(() => dropEmpty(dataset([[0, 1, 1, 1]], null), false)).toThrow(
      '1 of 4 samples have nothing to be clustered by ("row 1")',
    )
    expect(() => dropEmpty(dataset([[0, 0, 0, 0]]), true)).toThrow('4 of 4 samples')
  })

  it('are left out everywhere where that was asked for, with a warning', () => {
    const found = dropEmpty(
      dataset([
        [1, 0, 1, 0],
        [0, 0, 1, 1],
      ]),
      true,
    )
    expect(found).toMatchObject({
      samples: 3,
      ids: ['a', 'c', 'd'],
      labels: [{ name: 'class', values: ['w', 'y', 'z'] }],
      metadata: [{ name: 'age', values: ['1', '3', '4'] }],
      things: [
        { name: 'title', kind: 'texts', texts: ['A', 'C', 'D'] },
        { name: 'photo', kind: 'pictures', pictures: [0, 2, 3] },
      ],
      warnings: ['earlier', 'left out: 1 sample of 4 with nothing in any view ("b")'],
    })
    const [first, second] = found.views.map(({ view }) => view as DenseView)
    expect([Array.from(first.data)[0], Array.from(first.data)[1]]).toEqual([1, 3])
    expect(Array.from(first.present!, Number)).toEqual([1, 1, 0])
    expect(Array.from(second.data).slice(1)).toEqual([3, 4])
    expect(Array.from(second.present!, Number)).toEqual([0, 1, 1])
    expect([first.ids, second.samples]).toEqual([['a', 'c', 'd'], 3])
    expect(dropEmpty(dataset([[1, 1, 0, 1]], null), true)).toMatchObject({ samples: 3, ids: null })
  })

  it('are none where one view has all samples, or where each sample has something: the dataset stays as it is', () => {
    for (const given of [
      dataset([[1, 0, 1, 0], undefined]),
      dataset([
        [1, 0, 1, 0],
        [0, 1, 0, 1],
      ]),
    ])
      expect(dropEmpty(given, false)).toBe(given)
  })
})
