import { describe, expect, it } from 'vitest'
import { bytesSource } from '../../src/bytes/byte-source.ts'
import { crc32, crc64 } from '../../src/bytes/checksums.ts'
import { sha256 } from '../../src/bytes/sha256.ts'
import { unxz } from '../../src/bytes/unxz.ts'

const little = (value: number) => [0, 8, 16, 24].map((shift) => (value >>> shift) & 255)
const crc = (bytes: number[]) => little(crc32(Uint8Array.from(bytes)))
const checks: Record<number, (data: Uint8Array) => number[]> = {
  0: () => [],
  1: (data) => little(crc32(data)),
  4: (data) => [...crc64(data)],
  10: (data) => [...sha256(data)],
}

interface Changes {
  check?: number
  filter?: number
  flags?: number
  sizeInIndex?: number
  blocksInIndex?: number
  magic?: number
}

/** A stream with one block of stored data per text, written by the rules of the format. */
function stream(
  texts: string[],
  { check = 1, filter = 0x21, flags = 0, sizeInIndex, blocksInIndex, magic = 0xfd }: Changes = {},
) {
  const body: number[] = []
  const sizes: number[] = []
  for (const text of texts) {
    const data = new TextEncoder().encode(text)
    const head = [2, flags, ...(flags & 0x40 ? [50] : []), ...(flags & 0x80 ? [60] : []), filter, 1, 0]
    while (head.length < 8) head.push(0)
    const block = [...head, ...crc(head), 1, (data.length - 1) >> 8, (data.length - 1) & 255, ...data, 0]
    const padding = (4 - (block.length % 4)) % 4
    const own = (checks[check] ?? checks[1])(data)
    sizes.push(block.length + own.length, data.length)
    body.push(...block, ...new Array(padding).fill(0), ...own)
  }
  if (sizeInIndex !== undefined) sizes[1] = sizeInIndex
  const index = [0, blocksInIndex ?? texts.length, ...sizes]
  while (index.length % 4) index.push(0)
  index.push(...crc(index))
  const end = [...little(index.length / 4 - 1), 0, check]
  return [
    magic,
    0x37,
    0x7a,
    0x58,
    0x5a,
    0,
    0,
    check,
    ...crc([0, check]),
    ...body,
    ...index,
    ...crc(end),
    ...end,
    0x59,
    0x5a,
  ]
}

const read = async (bytes: number[], name = 't.csv.xz') => {
  const source = await unxz(bytesSource(name, Uint8Array.from(bytes)))
  return [source.name, new TextDecoder().decode(await source.slice(0))]
}

describe('an xz file', () => {
  it('is read with every kind of checksum, with several blocks, and with sizes in their headers', async () => {
    for (const check of [0, 1, 4, 10])
      expect(await read(stream(['a,b\n', '1,2\n3,4\n'], { check })), String(check)).toEqual([
        't.csv',
        'a,b\n1,2\n3,4\n',
      ])
    for (const flags of [0x40, 0x80, 0xc0]) expect((await read(stream(['a,b\n'], { flags })))[1]).toBe('a,b\n')
  })

  it('may be several streams with zeros between and behind them', async () => {
    const joined = [
      ...stream(['one ']),
      0,
      0,
      0,
      0,
      ...stream(['two '], { check: 4 }),
      ...stream(['three']),
      ...new Array(8).fill(0),
    ]
    expect((await read(joined))[1]).toBe('one two three')
  })

  it('gives up its ending, of a packed folder the half of it', async () => {
    const bytes = stream(['x'])
    expect((await read(bytes, 'a.TXZ'))[0]).toBe('a.tar')
    expect((await read(bytes, 'a.tar.XZ'))[0]).toBe('a.tar')
    expect((await read(bytes, 'a.xz.csv'))[0]).toBe('a.xz.csv')
  })

  it('is refused by what is damaged', async () => {
    const bytes = stream(['a,b\n1,2\n'])
    const refused = (changed: number[], why: string) => expect(read(changed), why).rejects.toThrow(why)
    const with1 = (at: number) => bytes.map((byte, i) => (i === (at < 0 ? bytes.length + at : at) ? byte ^ 1 : byte))
    const damaged = (what: string) => `t.csv.xz: is a damaged xz file (${what}), get the file again`
    await refused(with1(-1), damaged('no end'))
    await refused(with1(-2), damaged('no end'))
    await refused(bytes.slice(-28), damaged('no end'))
    await refused(with1(-12), damaged('no index'))
    await refused(with1(-16), damaged('a wrong checksum of the index'))
    await refused(stream(['a'], { magic: 0xfc }), damaged('no beginning'))
    await refused(with1(20), damaged('a wrong checksum of a block'))
    const data = 12 + 12 + 3
    await refused(with1(data), damaged('a wrong checksum'))
    await refused(stream(['abcd'], { sizeInIndex: 5 }), damaged('4 of 5 bytes'))
    await refused(stream(['abcd'], { blocksInIndex: 100 }), damaged('100 blocks'))
    await refused(stream(['a'], { check: 2 }), 't.csv.xz: has a checksum of kind 2, which is not read, pack it again')
    await refused(stream(['a'], { filter: 4 }), 't.csv.xz: uses filters other than LZMA2, pack it again with xz')
    await refused(stream(['a'], { flags: 1 }), 'uses filters other than LZMA2')
  })
})
