import { gzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { bytesSource } from '../../src/bytes/byte-source.ts'
import { gunzip } from '../../src/bytes/gunzip.ts'

const text = new TextEncoder().encode('a,b\n1,2\n3,4\n')
const plain = gzipSync(text, { mtime: 0 })
/** The same file with a header that holds more: `flags` says what, `more` is it. */
const withHeader = (flags: number, more: number[]) => {
  const head = plain.slice(0, 10)
  head[3] = flags
  return Uint8Array.from([...head, ...more, ...plain.subarray(10)])
}
const read = async (bytes: Uint8Array, name = 't.csv.gz') => {
  const source = await gunzip(bytesSource(name, bytes))
  return [source.name, new TextDecoder().decode(await source.slice(0))]
}

describe('a gzip file', () => {
  it('is read whatever its header holds: more fields, a name, a comment, a checksum of the header', async () => {
    const content = new TextDecoder().decode(text)
    for (const [flags, more] of [
      [0, []],
      [4, [3, 0, 7, 8, 9]],
      [8, [116, 46, 99, 0]],
      [16, [104, 105, 0]],
      [2, [1, 2]],
      [4 + 8 + 16 + 2, [1, 0, 5, 116, 0, 104, 0, 1, 2]],
    ] as [number, number[]][])
      expect(await read(withHeader(flags, more)), String(flags)).toEqual(['t.csv', content])
    const long = Array.from({ length: 256 }, () => 1)
    expect((await read(withHeader(4, [0, 1, ...long])))[1]).toBe(content)
  })

  it('gives up its ending, of a packed folder the half of it', async () => {
    expect((await read(plain, 'x.TGZ'))[0]).toBe('x.tar')
    expect((await read(plain, 'x.tar.GZ'))[0]).toBe('x.tar')
    expect((await read(plain, 'x.csv'))[0]).toBe('x.csv')
  })

  it('is refused where it is damaged: another way of packing, a header without an end, a wrong checksum or size', async () => {
    const changed = (at: number) => plain.map((byte, i) => (i === (at < 0 ? plain.length + at : at) ? byte ^ 1 : byte))
    await expect(read(changed(2))).rejects.toThrow('t.csv.gz: is a damaged gzip file, get the file again')
    await expect(read(plain.slice(0, 15))).rejects.toThrow('is a damaged gzip file')
    const nameless = plain.filter((byte, i) => i < 10 || byte !== 0)
    nameless[3] = 8
    await expect(read(nameless)).rejects.toThrow('is a damaged gzip file')
    await expect(read(changed(-8))).rejects.toThrow('t.csv.gz: has a wrong checksum, get the file again')
    await expect(read(changed(-4))).rejects.toThrow('bytes declared')
  })
})
