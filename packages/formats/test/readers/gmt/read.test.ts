import { gzipSync } from 'node:zlib'
import { bytesSource, readFeatureSets } from '@manyview/formats'
import { describe, expect, it } from 'vitest'

const read = (text: string | Uint8Array, name = 'sets.gmt') =>
  readFeatureSets(bytesSource(name, typeof text === 'string' ? new TextEncoder().encode(text) : text))

const text =
  'T CELLS\thttps://example.org/t\tCD3D\tCD3E\t CD4 \tCD3D\t\r\n\r\nEMPTY\tna\r\nB cells, mature\t\tMS4A1\tCD79A\r\n'
const sets = [
  { name: 'T CELLS', members: ['CD3D', 'CD3E', 'CD4'] },
  { name: 'EMPTY', members: [] },
  { name: 'B cells, mature', members: ['MS4A1', 'CD79A'] },
]

describe('readFeatureSets(source)', () => {
  it('reads a name, a description and genes from each line, each gene once', async () => {
    expect(await read(text)).toEqual(sets)
    expect(await read(`\uFEFF${text}`)).toEqual(sets)
    expect(await read(gzipSync(text), 'sets.gmt.gz')).toEqual(sets)
    expect(await read(new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le')))).toEqual(sets)
  })

  it('says which line is none of a GMT file', async () => {
    const advice = 'give a GMT file: a set on each line, its name, a description and its genes, tabs between'
    await expect(read('A\tb\tC\n\nG1,G2\n')).rejects.toThrow(`sets.gmt: line 3 has 1 column, ${advice}`)
    await expect(read('\tb\tC\n')).rejects.toThrow('sets.gmt: line 1 has no name in its first column')
    await expect(read('A\tb\nB\tc\n')).rejects.toThrow(`sets.gmt: has no set with genes, ${advice}`)
    await expect(read('{"A": ["B"]}', 'sets.json')).rejects.toThrow(
      `sets.json: is a file of the format json, ${advice}`,
    )
    await expect(read('')).rejects.toThrow('is empty')
  })
  it('refuses what no collection of gene sets can be, before it takes the memory', async () => {
    const packed = new Uint8Array(gzipSync(Buffer.alloc(70e6, 'A\tb\tC\n')))
    await expect(read(packed, 'sets.gmt.gz')).rejects.toThrow(
      'sets.gmt.gz: has 70 MB of text but gene sets have at most 64 MB',
    )
    await expect(read('A\tb\tC\n'.repeat(1e6 + 1))).rejects.toThrow('has more than 1,000,000 sets')
    // As many lines without anything are no trouble.
    expect(await read(`${'\r\n'.repeat(1e6)}A\tb\tC`)).toEqual([{ name: 'A', members: ['C'] }])
  })
})
