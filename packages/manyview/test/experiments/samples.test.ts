import { join } from 'node:path'
import { prepareViews } from '@manyview/core/methods'
import { describe, expect, it } from 'vitest'
import { loadSamples } from '../../src/experiments/load-samples.ts'
import { readSampleFile, writeSampleFile } from '../../src/experiments/sample-file.ts'
import { inFileOrder, permuteSamples, samplePermutation } from '../../src/experiments/sample-permutation.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { small } from './in-process.ts'

const folder = temporaryFolder()

const samples = prepareViews({
  dense: [
    [1, 2],
    [3, 4],
    [5, 6],
  ],
  sparse: { values: [7, 8], indices: [1, 0], pointers: [0, 1, 1, 2], samples: 3, features: 2 },
})

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
