import { readFileSync } from 'node:fs'
import { bytesSource, readDataset } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import type { StoredValue } from '../../../src/bytes/stored-value.ts'
import { decodeLzf } from '../../../src/readers/hdf5/chunks.ts'
import { readHdf5 } from '../../../src/readers/hdf5/read.ts'

const bytes = (name: string) => new Uint8Array(readFileSync(new URL(name, import.meta.url)))
const written = Array.from({ length: 48 }, (_, p) => (p % 7) + 0.5)
const numbers = (value: StoredValue | undefined) => (value?.type === 'dense' ? Array.from(value.data) : value)

async function arrays(name: string): Promise<Map<string, StoredValue>> {
  const variables = await readHdf5(bytesSource(name, bytes(name)))
  return new Map(variables.map((variable) => [variable.name, variable.value]))
}

/** Rows and columns repeated so many times each. */
function repeated(rows: number, columns: number): number[] {
  return Array.from({ length: 48 * rows * columns }, (_, p) => {
    const [row, column] = [Math.floor(p / (4 * columns)), p % (4 * columns)]
    return written[4 * Math.floor(row / rows) + Math.floor(column / columns)]
  })
}

describe.each(['old.h5', 'new.h5'])('the ways in which HDF5 stores an array, %s', (name) => {
  it.each([
    ['lzf', written],
    ['lzf long', repeated(1, 50)],
    ['compact', written],
    ['named type', written],
    ['truth', written.map((value) => Number(value > 3))],
    ['single cells', repeated(6, 2)],
  ])('%s gives the numbers that were written', async (way, wanted) => {
    expect(numbers((await arrays(name)).get(way))).toEqual(wanted)
  })
})

describe('indexes of chunks of new files', () => {
  it.each([
    ['implicit', written],
    ['pages', Array.from({ length: 2400 }, (_, p) => (p < 1024 ? 3 : -1))],
    ['never written', new Array(48).fill(2.5)],
    ['never written either', new Array(48).fill(1.5)],
  ])('%s gives what was written, and else the fill value', async (way, wanted) => {
    expect(numbers((await arrays('new.h5')).get(way))).toEqual(wanted)
  })
})

describe('other files', () => {
  it('may hold arrays without elements, which are no views', async () => {
    const { views } = await readDataset([bytesSource('empty.h5', bytes('empty.h5'))], { samples: 'rows' })
    expect(views.map(({ name }) => name)).toEqual(['X'])
    const all = await arrays('empty.h5')
    for (const name of ['nothing', 'no rows', 'no rows in chunks']) expect(numbers(all.get(name)), name).toEqual([])
  })

  it('may have more names in a group than a level of its tree holds', async () => {
    const { views } = await readDataset([bytesSource('links.h5.gz', bytes('links.h5.gz'))], { samples: 'rows' })
    expect(views.map(({ name }) => name)).toEqual([
      'X',
      ...Array.from({ length: 300 }, (_, i) => `link ${String(i).padStart(3, '0')}`),
    ])
  })

  it.each([
    ['scaleoffset.h5', 6],
    ['szip.h5', 4],
  ])('%s is refused by the number of its filter', async (name, filter) => {
    await expect(arrays(name)).rejects.toThrow(
      `${name}: is compressed with HDF5 filter ${filter}, which is not read, save it with gzip or without compression`,
    )
  })
})

describe('decodeLzf(file, bytes, size)', () => {
  const decode = (size: number, ...data: number[]) => Array.from(decodeLzf('x.h5', Uint8Array.from(data), size))

  it('copies literals, and runs that overlap themselves', () => {
    // Two literals, then 2 + 3 bytes from one byte back, then 7 + 1 + 2 bytes from five back.
    expect(decode(17, 1, 8, 9, 3 << 5, 0, 7 << 5, 1, 4)).toEqual([8, 9, 9, 9, 9, 9, 9, ...new Array(10).fill(9)])
    expect(decode(6, 2, 1, 2, 3, 1 << 5, 2)).toEqual([1, 2, 3, 1, 2, 3])
  })

  it.each([
    ['a size that the bytes cannot grow to', 600, [0, 1]],
    ['literals past the end of the bytes', 3, [2, 1, 2]],
    ['literals past the end of the array', 1, [1, 1, 2]],
    ['a copy from before the beginning', 5, [0, 1, 1 << 5, 1]],
    ['a copy past the end of the array', 3, [0, 1, 1 << 5, 0]],
    ['a copy without its place', 4, [0, 1, 1 << 5]],
    ['too few bytes', 3, [1, 1, 2]],
  ])('refuses %s', (_, size, data) => {
    expect(() => decode(size, ...data)).toThrow('x.h5: has damaged LZF data, get the file again')
  })
})
