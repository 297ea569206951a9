import { type BlockedView, blockedView, type Scratch } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { type ByteSource, bytesSource } from '../../src/bytes/byte-source.ts'
import { toView } from '../../src/dataset/to-view.ts'
import { readNpy } from '../../src/npy/read-npy.ts'
import { type Dataset, readDataset } from '../../src/read-dataset.ts'
import { type BlockedDataset, readBlocked } from '../../src/stream/read-blocked.ts'
import { readingCases } from '../ranks/reading-cases.ts'

/** Rooms in memory. */
const scratch: Scratch = {
  room(rows, columns) {
    const data = new Float64Array(rows * columns).fill(Number.NaN)
    return {
      ...{ rows, columns, blockRows: 8 },
      readRows: (begin, end, to) => to.set(data.subarray(begin * columns, end * columns)),
      writeRows: (begin, values) => data.set(values, begin * columns),
      remove() {},
    }
  },
}

/** Reads these files in blocks, all of them as if they were large. */
async function inBlocks(files: ByteSource[], options = {}, small = 200): Promise<BlockedDataset> {
  const bytes = new Map(await Promise.all(files.map(async (file) => [file.name, await file.slice(0)] as const)))
  const openNpy = (name: string, axis: 'rows' | 'columns'): BlockedView => {
    const value = readNpy(name, bytes.get(name)!)
    const view = value.type === 'dense' ? toView(value, axis) : null
    if (!view || 'pointers' in view) throw new Error('no matrix')
    return blockedView(view)
  }
  return readBlocked(files, options, { scratch, openNpy, small })
}

/** A dataset with all numbers written out. */
function plain({ views, ...rest }: Dataset | BlockedDataset) {
  return {
    ...rest,
    views: views.map(({ view, ...about }) => {
      if (!('readRows' in view))
        return { ...about, samples: view.samples, numbers: 'data' in view ? Array.from(view.data, Number) : null }
      const numbers = new Float64Array(view.samples * view.features)
      view.readRows(0, view.samples, numbers)
      return { ...about, samples: view.samples, numbers: [...numbers] }
    }),
  }
}

/** What cannot be read in blocks, and why. */
const refused: Record<string, RegExp> = {
  'MATLAB 7.3, sparse': /is sparse, which cannot be read in blocks/,
  'AnnData, sparse': /is sparse, which cannot be read in blocks/,
  'MuData, joined by id': /is sparse, which cannot be read in blocks/,
  'CSV with labels and categories': /columns of text are a view, which cannot be read in blocks/,
  'CSV with a text in one part only': /"blue" in row \d+, column y2 .* cannot be read in blocks/,
  'CSV, samples as columns': /samples are columns, which cannot be read in blocks/,
  JSON: /is json, which cannot be read in blocks, save it as NPY/,
  'JSON, joined by id, outer': /is json, which cannot be read in blocks, save it as NPY/,
  'ids that only some files have, outer': /some samples lack this view, which cannot be read in blocks/,
  'ids that stand twice, outer': /some samples lack this view, which cannot be read in blocks/,
  'numbers as ids, written differently, outer': /some samples lack this view, which cannot be read in blocks/,
}

describe('readBlocked', () => {
  const cases = Object.entries(readingCases).filter(([, { manifest, fails }]) => !manifest && !fails)
  for (const [title, { files, options }] of cases)
    it(`reads what readDataset reads, or says that it cannot: ${title}`, async () => {
      const expected = plain(await readDataset(files, options))
      const reading = inBlocks(files, options)
      if (refused[title]) await expect(reading).rejects.toThrow(refused[title])
      else expect(plain(await reading)).toEqual(expected)
    })

  it('cuts a text at ends of lines, also where quotes hold line breaks', async () => {
    const lines = Array.from({ length: 60 }, (_, i) => `"s\n${i}",${i / 7},${i % 5}`)
    const bytes = new TextEncoder().encode(`id,x,y2\n${lines.join('\n')}`)
    const file = bytesSource('t.csv', bytes)
    const expected = plain(await readDataset([file]))
    for (const small of [2, 40, 150, 900]) expect(plain(await inBlocks([file], {}, small))).toEqual(expected)
  })

  it('reads small files whole, whatever their format', async () => {
    const { files, options } = readingCases.JSON
    expect(plain(await inBlocks(files, options, 1 << 20))).toEqual(plain(await readDataset(files, options)))
  })
})
