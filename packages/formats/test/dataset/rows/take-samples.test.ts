import { blockedView, type DenseView, type SparseView } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { samplesAtOnce, samplesFrom, samplesInParts, takeSamples } from '../../../src/dataset/rows/take-samples.ts'
import { viewRows } from '../../view-rows.ts'

const dense: DenseView = { samples: 5, features: 2, data: Float32Array.of(0, 1, 10, 11, 20, 21, 30, 31, 40, 41) }
/** Rows 0 to 4 with 1, 0, 2, 1 and 0 entries. */
const sparse: SparseView = {
  ...{ samples: 5, features: 3 },
  values: Float64Array.of(1, 2, 3, 4),
  indices: Uint32Array.of(0, 1, 2, 0),
  pointers: Uint32Array.of(0, 1, 1, 3, 4, 4),
}
const inBlocks = blockedView({ ...dense, data: Float64Array.from(dense.data) })

describe('samples of a view', () => {
  it('come at the places that are asked for, in any order, and twice where that is asked for', () => {
    for (const view of [dense, inBlocks]) {
      expect(viewRows(takeSamples(view, [3, 4, 0, 0, 1, 2]) as DenseView)).toEqual([
        [30, 31],
        [40, 41],
        [0, 1],
        [0, 1],
        [10, 11],
        [20, 21],
      ])
      expect(viewRows(takeSamples(view, []) as DenseView)).toEqual([])
    }
    expect((takeSamples(dense, [1]) as DenseView).data).toBeInstanceOf(Float32Array)
    expect(takeSamples(dense, [1])).not.toHaveProperty('present')
    expect(viewRows(takeSamples(sparse, [2, 3, 4, 0, 2]) as SparseView)).toEqual([
      [0, 2, 3],
      [4, 0, 0],
      [0, 0, 0],
      [1, 0, 0],
      [0, 2, 3],
    ])
  })

  it('at −1 are marked as lacking the view', () => {
    const taken = takeSamples(dense, [-1, 2, 3, -1]) as DenseView
    expect([viewRows(taken), Array.from(taken.present!)]).toEqual([
      [
        [0, 0],
        [20, 21],
        [30, 31],
        [0, 0],
      ],
      [0, 1, 1, 0],
    ])
    const few = takeSamples(sparse, [-1, 2, -1]) as SparseView
    expect([Array.from(few.pointers), Array.from(few.present!), few.samples, few.features]).toEqual([
      [0, 0, 2, 2],
      [0, 1, 0],
      3,
      3,
    ])
  })

  it('that follow each other are a part, with the marks of the view; all of them are the view itself', () => {
    const marked = { ...dense, present: [true, false, true, true, false] }
    expect(samplesFrom(marked, 0, 5)).toBe(marked)
    const part = samplesFrom(marked, 1, 3) as DenseView
    expect([viewRows(part), Array.from(part.present!), part.samples, part.features]).toEqual([
      [
        [10, 11],
        [20, 21],
      ],
      [0, 1],
      2,
      2,
    ])
    expect(viewRows(samplesFrom(sparse, 2, 4) as SparseView)).toEqual([
      [0, 2, 3],
      [4, 0, 0],
    ])
    expect(samplesFrom({ ...dense, data: Array.from(dense.data) }, 4, 5)).toEqual({
      ...{ samples: 1, features: 2 },
      data: Float64Array.of(40, 41),
    })
    expect([...samplesInParts(dense)]).toEqual([{ begin: 0, part: dense }])
    expect([...samplesInParts(inBlocks)].map(({ begin, part }) => [begin, viewRows(part as DenseView).length])).toEqual(
      [[0, 5]],
    )
  })

  it('are read so many at once that they are about as many numbers as asked for, and at least one', () => {
    expect(samplesAtOnce(dense, 40)).toBe(10)
    expect(samplesAtOnce(dense, 1)).toBe(1)
    expect(samplesAtOnce(sparse, 36)).toBe(10)
    expect(samplesAtOnce({ ...sparse, samples: 0 }, 100)).toBe(10)
    expect(samplesAtOnce(dense)).toBe(2 ** 20)
  })
})
