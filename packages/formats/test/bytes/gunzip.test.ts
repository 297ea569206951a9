import { InputError } from '@manyview/core'
import { bytesSource, readDataset } from '@manyview/formats'
import { gzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'

const rows = Array.from({ length: 4000 }, (_, i) => `${i},${i % 7},${i / 8}\n`)
const packed = (from: number, to: number) => gzipSync(new TextEncoder().encode(rows.slice(from, to).join('')))
const read = (bytes: Uint8Array) => readDataset([bytesSource('joined.csv.gz', bytes)])

/** The end mark of bgzip: a member that holds nothing. */
const endMark = Uint8Array.from([
  0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff, 6, 0, 0x42, 0x43, 2, 0, 0x1b, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0,
])

describe('gzip files of several members', () => {
  const parts = [packed(0, 1000), packed(1000, 1001), packed(1001, 4000), endMark]
  const joined = Uint8Array.from(parts.flatMap((part) => Array.from(part)))

  it('are one text', async () => {
    const { samples, views } = await read(joined)
    expect(samples).toBe(4000)
    expect(views[0].view).toEqual((await read(packed(0, 4000))).views[0].view)
  })

  it('are refused where a checksum is wrong or the end is lost', async () => {
    const wrong = joined.slice()
    wrong[parts[0].length - 8] ^= 1
    await expect(read(wrong)).rejects.toThrow('has a part with a wrong checksum')
    for (const lost of [5, 20, 28, 30, 1000]) {
      const cut = joined.slice(0, joined.length - lost)
      // Without the end mark the text is whole.
      if (lost === 28) expect((await read(cut)).samples).toBe(4000)
      else await expect(read(cut), `${lost} bytes lost`).rejects.toThrow(InputError)
    }
  })
})
