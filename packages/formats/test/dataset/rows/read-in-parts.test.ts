import { shares, singleProcess } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import { onRanks } from '../../../../core/test/runtime/ranks/thread-ranks.ts'
import { bytesSource } from '../../../src/bytes/byte-source.ts'
import type { DenseValue } from '../../../src/bytes/stored-value.ts'
import { unreadNpy } from '../../../src/readers/npy/read.ts'
import { writeNpy } from '../../../src/results/write-arrays.ts'
import { readingCases } from './reading-cases.ts'
import { blocksOf, type Reading, read } from './reading-program.ts'

const numbers = Float64Array.from({ length: 21 }, (_, i) => i)
const text = (content: string) => bytesSource('table.csv', new TextEncoder().encode(content))

describe('the part of a rank', () => {
  it('is its rows of an NPY file, in C order', async () => {
    const file = await unreadNpy(bytesSource('a.npy', writeNpy(numbers, [7, 3])))
    const parts = []
    for (const part of shares(7, 3)) parts.push(await (file as DenseValue).readPart!('rows', part))
    expect(parts.map((part) => part?.shape)).toEqual([
      [2, 3],
      [2, 3],
      [3, 3],
    ])
    expect(parts.flatMap((part) => (part?.type === 'dense' ? [...part.data] : []))).toEqual([...numbers])
  })

  it('is its rows of an NPY file in Fortran order, column by column', async () => {
    const bytes = writeNpy(numbers, [7, 3])
    const header = Buffer.from(bytes.subarray(0, 128))
      .toString('latin1')
      .replace("'fortran_order': False,", "'fortran_order': True, ")
    bytes.set(Uint8Array.from(header, (letter) => letter.charCodeAt(0)))
    const file = await unreadNpy(bytesSource('a.npy', bytes))
    const part = await (file as DenseValue).readPart!('rows', { begin: 3, end: 7 })
    expect(part).toMatchObject({ type: 'dense', shape: [4, 3], order: 'columns' })
    expect(part?.type === 'dense' && [...part.data]).toEqual([3, 4, 5, 6, 10, 11, 12, 13, 17, 18, 19, 20])
  })
})

describe('readDataset(sources, { ranks, blocks })', () => {
  it.each([2, 3])(
    'reads on %i ranks, in memory and in blocks, what one process reads, with the same notes, warnings and errors',
    async (size) => {
      const program = new URL('./reading-program.ts', import.meta.url)
      const ranks = await onRanks<Record<string, Reading>>(size, program, null)
      for (const [name, { whole, wholeInBlocks, fails, fewest = 99 }] of Object.entries(readingCases)) {
        const reason = size >= fewest ? `there are 2 samples for ${size} ranks` : whole
        const { alone, together, inBlocks } = ranks[0][name]
        expect(together, name).toEqual({ ...alone, whole: reason })
        const { blocked, whole: found } = inBlocks
        expect(inBlocks, name).toEqual({ ...alone, whole: wholeInBlocks ? found : reason, blocked })
        if (fails)
          for (const rank of ranks)
            for (const reading of [rank[name].together, rank[name].inBlocks])
              expect(reading.error, name).toContain(fails)
        else expect(alone.error, name).toBeUndefined()
      }
    },
  )

  for (const [title, given] of Object.entries(readingCases).filter(([, { fails }]) => !fails))
    it(`leaves every large view outside memory and reads what it reads in memory: ${title}`, async () => {
      const expected = await read(given, singleProcess)
      const names = expected.views!.map((view) => (view as { name: string }).name)
      const found = await read(given, singleProcess, await blocksOf(given.files, 1))
      expect(found).toEqual({ ...expected, blocked: names, whole: found.whole })
      // In one process a file that has to be read whole costs memory once; its views are in blocks all the same.
      if (!given.whole && !given.wholeInBlocks) expect(found.whole).toBeUndefined()
    })

  it('cuts a text at ends of lines, also where quotes hold line breaks', async () => {
    const lines = Array.from({ length: 60 }, (_, i) => `"s\n${i}",${i / 7},${i % 5}`)
    const files = [text(`id,x,y2\n${lines.join('\n')}`)]
    const expected = await read({ files }, singleProcess)
    for (const small of [2, 40, 150, 900])
      expect(await read({ files }, singleProcess, await blocksOf(files, small))).toEqual({
        ...expected,
        blocked: ['table'],
      })
  })

  it('names a row that cannot be read by its number in the whole text', async () => {
    const lines = Array.from({ length: 60 }, (_, i) => (i === 47 ? '1,2,3,4' : `${i},${i / 7}`))
    const files = [text(`x,y2\n${lines.join('\n')}`)]
    const alone = await read({ files }, singleProcess).catch((error: Error) => error.message)
    expect(alone).toMatch(/row 48/)
    await expect(read({ files }, singleProcess, await blocksOf(files, 100))).rejects.toThrow(alone as string)
  })

  it('reads a table in blocks where few cells of each are no numbers', async () => {
    const given = readingCases['CSV with cells that are no numbers']
    const found = await read(given, singleProcess, await blocksOf(given.files, 500))
    expect(found).toEqual({ ...(await read(given, singleProcess)), blocked: ['t'] })
  })

  it('says why a table is read whole', async () => {
    const given = readingCases['CSV with texts in one part only']
    const found = await read(given, singleProcess, await blocksOf(given.files, 200))
    expect(found.whole).toBe('columns of t.csv hold text in some parts and numbers in others')
  })

  it('holds small files in memory, whatever their format', async () => {
    const found = await read(readingCases.JSON, singleProcess, await blocksOf(readingCases.JSON.files, 1 << 20))
    expect(found).toEqual(await read(readingCases.JSON, singleProcess))
  })

  it('says what it costs to read a large file whole, and keeps its views in blocks', async () => {
    const found = await read(readingCases.JSON, singleProcess, await blocksOf(readingCases.JSON.files, 1))
    expect(found).toMatchObject({ whole: 't.json (json) cannot be read in parts', blocked: ['t'] })
  })
})
