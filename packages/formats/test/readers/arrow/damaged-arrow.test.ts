import { readFileSync } from 'node:fs'
import { bytesSource } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { arrowMessages } from '../../../src/readers/arrow/messages.ts'
import { decodeLz4Frame } from '../../../src/readers/arrow/read.ts'

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`../../fixtures/${name}`, import.meta.url)))

async function kinds(bytes: Uint8Array): Promise<number[]> {
  const found: number[] = []
  for await (const { kind } of arrowMessages(bytesSource('x.arrow', bytes))) found.push(kind)
  return found
}
const changed = (bytes: Uint8Array, at: number, value: number) => {
  const copy = bytes.slice()
  new DataView(copy.buffer).setUint32(at, value, true)
  return copy
}

describe('messages of Arrow', () => {
  const file = fixture('uncompressed.feather')
  const stream = fixture('stream.arrow')

  it('are a schema and batches, of a file and of a stream', async () => {
    for (const bytes of [file, stream]) {
      const [first, ...others] = await kinds(bytes)
      expect([first, others.at(-1)]).toEqual([1, 3])
    }
  })

  it('are refused where a file has lost its end or its footer is too long', async () => {
    await expect(kinds(file.subarray(0, file.length - 1))).rejects.toThrow(
      'x.arrow: has lost its end, get the file again',
    )
    await expect(kinds(file.subarray(0, 9))).rejects.toThrow('x.arrow: has lost its end')
    await expect(kinds(changed(file, file.length - 10, file.length - 9))).rejects.toThrow(
      `x.arrow: declares a footer of ${file.length - 9} bytes but ${file.length - 10} are left, get the file again`,
    )
  })

  it('are refused where a description or a mark is wrong, and end where the stream says so', async () => {
    await expect(kinds(changed(stream, 4, stream.length - 7))).rejects.toThrow(
      `x.arrow: declares a message of ${stream.length - 7} bytes but ${stream.length - 8} are left, get the file again`,
    )
    const next = 8 + new DataView(stream.buffer, stream.byteOffset).getUint32(4, true)
    await expect(kinds(changed(stream, next, 7))).rejects.toThrow(
      'x.arrow: is a damaged Arrow file, or one from before version 0.15, get the file again',
    )
    expect(await kinds(changed(stream, next + 4, 0))).toEqual([1])
    await expect(kinds(stream.subarray(0, stream.length - 16))).rejects.toThrow(
      /x.arrow: declares data of \d+ bytes but \d+ are left/,
    )
  })
})

describe('decodeLz4Frame(file, bytes, size)', () => {
  const magic = [0x04, 0x22, 0x4d, 0x18]
  const frame = (flags: number, head: number[], ...body: number[]) =>
    Uint8Array.from([...magic, flags, 0, ...head, 0, ...body])
  const word = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24]
  const decode = (size: number, bytes: Uint8Array) => Array.from(decodeLz4Frame('x', bytes, size))
  // Two literals, then 4 bytes from one back; then the last literal.
  const block = [0x20, 8, 9, 1, 0, 0x10, 7]

  it('copies literals and runs that overlap themselves, and takes blocks that are not packed', () => {
    expect(decode(7, frame(0, [], ...word(7), ...block, ...word(0)))).toEqual([8, 9, 9, 9, 9, 9, 7])
    expect(decode(3, frame(0, [], ...word((2 ** 31 + 3) | 0), 1, 2, 3))).toEqual([1, 2, 3])
    expect(decode(14, frame(0, [], ...word(7), ...block, ...word(7), ...block))).toHaveLength(14)
  })

  it('steps over sizes, dictionaries and checksums', () => {
    const wanted = [8, 9, 9, 9, 9, 9, 7]
    expect(decode(7, frame(8, word(7).concat(word(0)), ...word(7), ...block))).toEqual(wanted)
    expect(decode(7, frame(1, word(5), ...word(7), ...block))).toEqual(wanted)
    expect(decode(14, frame(16, [], ...word(7), ...block, 1, 2, 3, 4, ...word(7), ...block, 1, 2, 3, 4))).toEqual([
      ...wanted,
      ...wanted,
    ])
  })

  it('has long runs and literals', () => {
    const literals = Array.from({ length: 20 }, (_, i) => i)
    expect(decode(20, frame(0, [], ...word(22), 0xf0, 5, ...literals))).toEqual(literals)
    expect(decode(321, frame(0, [], ...word(6), 0x1f, 5, 1, 0, 255, 46))).toEqual(new Array(321).fill(5))
  })

  it.each<[string, number, Uint8Array]>([
    ['another beginning', 7, Uint8Array.from([1, 2, 3, 4, 0, 0, 0, 0])],
    ['fewer bytes than a head has', 0, Uint8Array.from(magic)],
    ['a size that it cannot grow to', 5000, frame(0, [], ...word(7), ...block)],
    ['a size below nothing', -1, frame(0, [], ...word(7), ...block)],
    ['fewer bytes than declared', 8, frame(0, [], ...word(7), ...block)],
    ['more bytes than declared', 6, frame(0, [], ...word(7), ...block)],
    ['a block behind the end', 7, frame(0, [], ...word(9), ...block)],
    ['a plain block that is too long', 2, frame(0, [], ...word((2 ** 31 + 3) | 0), 1, 2, 3)],
    ['a copy from nowhere', 7, frame(0, [], ...word(7), 0x20, 8, 9, 0, 0, 0x10, 7)],
    ['a copy from before the beginning', 7, frame(0, [], ...word(7), 0x20, 8, 9, 3, 0, 0x10, 7)],
    ['literals behind the end of the block', 3, frame(0, [], ...word(3), 0x30, 8, 9)],
  ])('refuses %s', (_, size, bytes) => {
    expect(() => decode(size, bytes)).toThrow('x: has damaged LZ4 data, get the file again')
  })
})
