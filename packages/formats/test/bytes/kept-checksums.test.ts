import { readFileSync } from 'node:fs'
import type { DenseView } from '@manyview/core'
import { bytesSource, readDataset } from '@manyview/formats'
import { gzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { crc32 } from '../../src/bytes/checksums.ts'
import { MemoryBudget } from '../../src/bytes/memory-budget.ts'
import { checkPages } from '../../src/readers/parquet/check-pages.ts'

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(name, import.meta.url)))
const read = (name: string, bytes = fixture(name)) => readDataset([bytesSource(name, bytes)], { samples: 'rows' })
const written = Array.from({ length: 48 }, (_, i) => i + 0.5)

describe('HDF5 chunks', () => {
  it.each(['checked.h5', 'deflated.h5'])('of %s are read, checksums and all', async (name) => {
    expect(Array.from(((await read(name)).views[0].view as DenseView).data)).toEqual(written)
  })

  it.each(['checked.h5', 'deflated.h5'])('of %s are refused where a bit is flipped', async (name) => {
    const whole = fixture(name)
    // Chunks are zlib streams; the first twenty bytes of each are flipped one by one.
    const begins = [...whole.keys()].filter((at) => whole[at] === 0x78 && ((0x78 << 8) | whole[at + 1]) % 31 === 0)
    expect(begins.length).toBeGreaterThan(1)
    for (const begin of begins)
      for (let at = begin + 2; at < begin + 22; at++) {
        const bytes = whole.slice()
        bytes[at] ^= 16
        await expect(read(name, bytes), `byte ${at}`).rejects.toThrow(/wrong checksum|damaged|bytes/)
      }
  })

  it.each(['fill-old.h5', 'fill-new.h5'])('of %s that were never written hold the fill value', async (name) => {
    const [x, z] = (await read(name)).views.map(({ view }) => Array.from((view as DenseView).data))
    expect(x).toEqual(written.map((value, i) => (i >= 16 && i < 32 ? value : -7.25)))
    expect(z).toEqual(new Array(24).fill(3))
  })
})

describe("SciPy's sparse files", () => {
  it.each(['dia', 'coo', 'bsr'])('in layout %s are refused with the way to convert them', async (layout) => {
    await expect(read(`${layout}.npz`)).rejects.toThrow(
      `${layout}.npz: is a sparse matrix in SciPy's layout "${layout}", which is not read, save it with scipy.sparse.save_npz(file, matrix.tocsr())`,
    )
  })
})

describe('gzip members', () => {
  it('are all read, also where the first and the last are equal', async () => {
    const part = (text: string) => gzipSync(new TextEncoder().encode(text))
    const parts = [part('1,2\n3,4\n'), part('5,6\n7,8\n'), part('1,2\n3,4\n')]
    const joined = Uint8Array.from(parts.flatMap((bytes) => Array.from(bytes)))
    const { views } = await read('joined.csv.gz', joined)
    expect(Array.from((views[0].view as DenseView).data)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4])
  })
})

describe('Parquet pages', () => {
  const page = Uint8Array.of(9, 8, 7, 6)
  // An empty header of one byte before the page.
  const bytes = Uint8Array.of(0, ...page)
  const check = (crc: number | undefined) =>
    checkPages(
      'x.parquet',
      bytes,
      { begin: 0, length: bytes.length, values: 1, levelBlocks: 0, unpack: null },
      new MemoryBudget(bytesSource('x', bytes)),
      () => ({ type: 'INDEX_PAGE', uncompressed_page_size: 4, compressed_page_size: 4, crc }),
    )

  it('are refused where the writer put another checksum', () => {
    check(undefined)
    check(crc32(page) | 0)
    expect(() => check(crc32(page) ^ 1)).toThrow('is a damaged Parquet file (a page with a wrong checksum)')
  })
})

describe('text in MATLAB files', () => {
  it('of a million blanks is read in linear time', async () => {
    const { withoutPadding } = await import('../../src/bytes/decode-text.ts')
    const text = `${' \0'.repeat(500_000)}x`
    // The square of a million steps would not end within the time of a test.
    for (let i = 0; i < 20; i++) expect(withoutPadding(text, ' \0')).toBe(text)
    expect(withoutPadding('name\0\0')).toBe('name')
    expect(withoutPadding(' \0 ', ' \0')).toBe('')
  })
})
