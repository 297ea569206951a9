import { join } from 'node:path'
import { prepareViews } from '@manyview/core/methods'
import { Random, toDense } from '@manyview/core/numerics'
import { singleProcess } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import { loadSamples } from '../../src/experiments/load-samples.ts'
import { imputeMeans, removePairs, shareRemoved } from '../../src/experiments/remove-views.ts'
import { readSampleFile, writeSampleFile } from '../../src/experiments/sample-file.ts'
import { inFileOrder, permuteSamples, samplePermutation } from '../../src/experiments/sample-permutation.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { small } from './in-process.ts'

const folder = temporaryFolder()

const samples = prepareViews(
  {
    dense: [
      [1, 2],
      [3, 4],
      [5, 6],
    ],
    sparse: { values: [7, 8], indices: [1, 0], pointers: [0, 1, 1, 2], samples: 3, features: 2 },
  },
  { ranks: singleProcess },
)

describe('writeSampleFile and readSampleFile', () => {
  it('give back the same samples, dense and sparse, and the same checksum for the same samples only', async () => {
    const first = await writeSampleFile(join(folder, 'a'), samples)
    expect(await readSampleFile(join(folder, 'a'))).toEqual(samples)
    expect(await writeSampleFile(join(folder, 'b'), samples)).toBe(first)
    const other = permuteSamples(samples, Uint32Array.of(1, 0, 2))
    expect(await writeSampleFile(join(folder, 'c'), other)).not.toBe(first)
  })
})

describe('the order of the samples', () => {
  it('is undone by inFileOrder, for labels and for places in the plane', () => {
    const permutation = samplePermutation({ shuffled: 4 }, 3, null)!
    expect(Array.from(permutation).sort()).toEqual([0, 1, 2])
    const { views } = permuteSamples(samples, permutation)
    const dense = views[0].data as { data: Float64Array }
    expect(inFileOrder(dense.data, permutation, 2)).toEqual([1, 2, 3, 4, 5, 6])
    expect(inFileOrder(permutation, permutation)).toEqual([0, 1, 2])
  })

  it('sorted goes class after class, within a class as stored, and needs the classes', () => {
    expect(Array.from(samplePermutation('sorted', 5, [1, 0, 1, 0, 2])!)).toEqual([1, 3, 0, 2, 4])
    expect(() => samplePermutation('sorted', 5, null)).toThrow('labels are given')
    expect(samplePermutation('stored', 5, null)).toBe(null)
  })

  it('shuffled within classes keeps the class of every place, moves samples, and needs the classes', () => {
    const truth = Array.from({ length: 60 }, (_, i) => (i * i) % 4)
    const permutation = samplePermutation({ withinClasses: 1 }, 60, truth)!
    expect(Array.from(permutation, (i) => truth[i])).toEqual(truth)
    expect([...permutation].sort((a, b) => a - b)).toEqual(truth.map((_, i) => i))
    expect(permutation.filter((i, place) => i !== place).length).toBeGreaterThan(40)
    expect(samplePermutation({ withinClasses: 2 }, 60, truth)).not.toEqual(permutation)
    expect(() => samplePermutation({ withinClasses: 1 }, 5, null)).toThrow('labels are given')
  })

  it('shuffled in blocks keeps neighbours together, the shorter last block too', () => {
    const permutation = Array.from(samplePermutation({ shuffled: 3, blocks: 4 }, 18, null)!)
    expect(permutation.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 18 }, (_, i) => i))
    const breaks = permutation.filter((i, place) => place > 0 && i !== permutation[place - 1] + 1)
    expect(breaks.every((i) => i % 4 === 0)).toBe(true)
    expect(breaks.length).toBeGreaterThan(1)
    expect(samplePermutation({ shuffled: 3, blocks: 1 }, 18, null)).toEqual(
      samplePermutation({ shuffled: 3 }, 18, null),
    )
  })
})

describe('removePairs(input, share, random)', () => {
  it('takes about that share of the pairs away, leaves every sample a view, and zeros where one is gone', async () => {
    const { views } = removePairs(await loadSamples(small), 0.7, new Random(1))
    const present = views.map((view) => Array.from(view.present!))
    const gone = present.flat().filter((mark) => mark === 0).length / 120
    expect(Math.abs(gone - shareRemoved(0.7, 2))).toBeLessThan(0.1)
    expect(present[0].every((mark, i) => mark + present[1][i] > 0)).toBe(true)
    for (const [v, { data }] of views.entries()) {
      const dense = data as { data: Float64Array; columns: number }
      for (const [i, mark] of present[v].entries())
        expect(dense.data.subarray(i * dense.columns, (i + 1) * dense.columns).some((value) => value !== 0)).toBe(
          mark === 1,
        )
    }
  })

  it('does the same to sparse views, leaves its input alone, and imputeMeans fills in the mean of the others', () => {
    const { views } = removePairs(samples, 0.5, new Random(3))
    const [dense, sparse] = views.map(({ data }) => ('pointers' in data ? toDense(data) : data).data)
    const rows = (v: number) => Array.from(views[v].present!)
    expect(Array.from(dense)).toEqual([1, 2, 3, 4, 5, 6].map((value, p) => value * rows(0)[p >> 1]))
    expect(Array.from(sparse)).toEqual([0, 7, 0, 0, 8, 0].map((value, p) => value * rows(1)[p >> 1]))
    expect(samples.views.map(({ present }) => present)).toEqual([null, null])
    const filled = imputeMeans({ ...samples, views: [{ ...samples.views[0], present: Uint8Array.of(1, 0, 1) }] })
    expect(Array.from((filled.views[0].data as { data: Float64Array }).data)).toEqual([1, 2, 3, 4, 5, 6])
    expect(filled.views[0].present).toBe(null)
  })
})

describe('generated samples', () => {
  it('have the shape that was asked for and are the same every time', async () => {
    const { samples: count, views } = await loadSamples(small)
    expect(count).toBe(60)
    expect(views.map(({ data }) => [data.rows, data.columns])).toEqual([
      [60, 40],
      [60, 30],
    ])
    expect(await loadSamples(small)).toEqual({ samples: count, views, ids: expect.anything() })
  })
})
