import { blockedView, type DenseView, type SparseView } from '@manyview/core'
import type { Scratch } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import type { FoundView } from '../../../src/dataset/findings.ts'
import { keeper, keepInScratch, partOfBlocks } from '../../../src/dataset/rows/keep-rows.ts'
import { ownRows } from '../../../src/dataset/rows/own-rows.ts'
import { takeSamples } from '../../../src/dataset/rows/take-samples.ts'
import { viewRows } from '../../view-rows.ts'

/** Rooms in memory, as a scratch of files has them. */
const scratch: Scratch = {
  room(rows, columns) {
    const all = new Float64Array(rows * columns)
    return {
      rows,
      columns,
      writeRows: (begin, values) => all.set(values, begin * columns),
      readRows: (begin, end, to) => to.set(all.subarray(begin * columns, end * columns)),
      remove: () => {},
    } as ReturnType<Scratch['room']>
  },
}
const dense = (...rows: number[][]): DenseView => ({
  samples: rows.length,
  features: rows[0].length,
  data: Float64Array.from(rows.flat()),
})
const whole: SparseView = {
  ...{ samples: 4, features: 5 },
  values: Float64Array.of(1, 2, 3, 4, 5),
  indices: Uint32Array.of(3, 0, 2, 4, 1),
  pointers: Uint32Array.of(0, 2, 2, 5, 5),
}
const more: SparseView = {
  ...{ samples: 2, features: 5 },
  values: Float64Array.of(8, 9),
  indices: Uint32Array.of(0, 4),
  pointers: Uint32Array.of(0, 1, 2),
}
const rowsOf = (view: Parameters<typeof takeSamples>[0], ...samples: number[]) =>
  viewRows(takeSamples(view, samples) as DenseView | SparseView)

describe('views that come in parts', () => {
  it.each([null, scratch])('have their samples in order, dense ones', (where) => {
    const kept = keeper({ samples: 3, features: 2, sparse: false }, where)
    kept.put(dense([1, 2]))
    kept.put(dense([3, 4], [5, 6]))
    expect(rowsOf(kept.done(), 0, 1, 2)).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ])
  })

  it.each([null, scratch])('have their samples in order, sparse ones', (where) => {
    const kept = keeper({ samples: 6, features: 5, sparse: true }, where)
    kept.put(whole)
    kept.put({ ...more, samples: 0, values: [], indices: [], pointers: [0] })
    kept.put(more)
    const view = kept.done()
    expect(rowsOf(view, 0, 1, 2, 3, 4, 5)).toEqual([...viewRows(whole), ...viewRows(more)])
    expect(rowsOf(view, 2, 5)).toEqual([viewRows(whole)[2], viewRows(more)[1]])
  })

  it('are not copied where one part is all', () => {
    const part = dense([1, 2], [3, 4])
    const kept = keeper({ samples: 2, features: 2, sparse: false }, null)
    kept.put(part)
    expect((kept.done() as DenseView).data).toBe(part.data)
    const single = keeper({ samples: 4, features: 5, sparse: true }, null)
    single.put(whole)
    expect(single.done()).toEqual(whole)
  })

  it('have the marks of samples that lack the view, where any does', () => {
    const kept = keeper({ samples: 3, features: 2, sparse: false }, null)
    kept.put({ ...dense([1, 2], [0, 0]), present: Uint8Array.of(1, 0) })
    kept.put(dense([5, 6]))
    expect(Array.from(kept.done().present!)).toEqual([1, 0, 1])
    const all = keeper({ samples: 1, features: 2, sparse: false }, null)
    all.put({ ...dense([1, 2]), present: Uint8Array.of(1) })
    expect(all.done().present).toBeUndefined()
  })

  it('keep entries of a sample in ascending order in scratch', () => {
    const view = keepInScratch(whole, scratch)
    const found = 'readSparseRows' in view ? view.readSparseRows(2, 4) : null
    expect([found!.indices, found!.values, found!.pointers].map((list) => Array.from(list))).toEqual([
      [1, 2, 4],
      [5, 3, 4],
      [0, 3, 3],
    ])
    expect('blockSamples' in view && view.blockSamples).toBe(4)
  })

  it('give parts of blocks by their own numbers', () => {
    const view = blockedView(dense([1], [2], [3], [4]) as DenseView & { data: Float64Array })
    expect(rowsOf(partOfBlocks(view, 1, 3), 0, 1)).toEqual([[2], [3]])
    expect(partOfBlocks(view, 0, 4)).toBe(view)
    const sparse = keepInScratch(whole, scratch) as Parameters<typeof partOfBlocks>[0]
    expect(rowsOf(partOfBlocks(sparse, 2, 4), 0, 1)).toEqual(viewRows(whole).slice(2))
  })
})

describe("a rank's rows of a matrix", () => {
  const found = (more: Partial<FoundView> = {}): FoundView => ({
    name: 'v',
    source: 'a.npy',
    axis: 'rows',
    ids: null,
    value: { type: 'dense', shape: [3, 2], order: 'rows', data: Float64Array.of(1, 2, 3, 4, 5, 6) },
    ...more,
  })
  const own = (view: FoundView) => ownRows(view, { part: false, rows: null }, {})

  it('are all of them in one process', async () => {
    const { view, ids, counts } = await own(found({ ids: ['a', 'b', 'c'] }))
    expect([rowsOf(view, 0, 2), ids, counts]).toEqual([
      [
        [1, 2],
        [5, 6],
      ],
      ['a', 'b', 'c'],
      [3],
    ])
    const turned = await own(found({ axis: 'columns' }))
    expect([turned.counts, rowsOf(turned.view, 1)]).toEqual([[2], [[2, 4, 6]]])
  })

  it('are refused without samples, with too few ids, or where they lie in several dimensions', async () => {
    const empty = { type: 'dense', shape: [0, 2], order: 'rows', data: new Float64Array(0) } as const
    await expect(own(found({ value: empty }))).rejects.toThrow(
      'v: holds no samples, give at least one or leave the view out',
    )
    await expect(own(found({ ids: ['a'] }))).rejects.toThrow('v: has 1 id for 3 samples, give one id per sample')
    const apart = { ...found().value, readPart: async () => null }
    await expect(own(found({ value: apart as FoundView['value'] }))).rejects.toThrow(
      'the samples of v lie in several dimensions',
    )
  })
})
