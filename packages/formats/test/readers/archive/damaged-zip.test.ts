import { bytesSource } from '@manyview/formats'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { openZip } from '../../../src/readers/archive/zip.ts'

const data = Uint8Array.from({ length: 300 }, (_, i) => i % 7)
const whole = zipSync({ 'a.bin': data, 'b.bin': [data, { level: 0 }] })
const fields = new DataView(whole.buffer, whole.byteOffset, whole.byteLength)
const end = whole.length - 22
const directory = fields.getUint32(end + 16, true)
const second = directory + 46 + 5
const begin = fields.getUint32(second + 42, true)

/** Opens the archive after `change`, and reads both files in both ways. */
async function read(change: (view: DataView) => void = () => {}, bytes = whole) {
  const copy = bytes.slice()
  change(new DataView(copy.buffer))
  const members = await openZip(bytesSource('x.zip', copy))
  const pieces: number[] = []
  for (const member of members) {
    await member.stream((piece) => pieces.push(...piece))
    pieces.push(...(await member.read()))
  }
  return { names: members.map(({ name, size }) => [name, size]), pieces }
}
const refused = (what: string, change: (view: DataView) => void) =>
  expect(read(change), what).rejects.toThrow(`x.zip: is a damaged zip archive (${what}), get the file again`)

describe('a zip archive', () => {
  it('gives its files whole and in pieces, packed and stored', async () => {
    expect(await read()).toEqual({
      names: [
        ['a.bin', 300],
        ['b.bin', 300],
      ],
      pieces: [...data, ...data, ...data, ...data],
    })
  })

  it('may have a comment behind its end, and more before its names', async () => {
    const longer = new Uint8Array(whole.length + 9)
    longer.set(whole)
    expect((await read(undefined, longer)).pieces).toHaveLength(1200)
    const extra = zipSync({ 'a.bin': [data, { extra: { 28789: Uint8Array.of(1, 2, 3) }, comment: 'hello' }] })
    expect((await read(undefined, extra)).names).toEqual([['a.bin', 300]])
  })

  it('is refused where its directory or its files are not where it says', async () => {
    await refused('no directory', (view) => view.setUint32(end, 0))
    await refused('directory cut short', (view) => view.setUint16(end + 10, 3, true))
    await refused('directory cut short', (view) => view.setUint16(second + 28, 6, true))
    await refused('directory cut short', (view) => view.setUint32(directory, 0))
    await refused(`${end - directory} bytes at ${whole.length} of ${whole.length}`, (view) =>
      view.setUint32(end + 16, whole.length, true),
    )
    await refused(`no file at ${begin + 1}`, (view) => view.setUint32(second + 42, begin + 1, true))
    await refused(`no file at ${begin}`, (view) => view.setUint32(begin, 0))
  })

  it('is refused where sizes and checksums do not fit', async () => {
    await refused('"b.bin" has two sizes', (view) => view.setUint32(second + 20, 299, true))
    await refused('"b.bin" has a wrong checksum', (view) => view.setUint8(second + 16, view.getUint8(second + 16) ^ 1))
    await refused('"a.bin" has a wrong checksum', (view) => view.setUint32(directory + 24, 299, true))
    await refused('"a.bin" has a wrong checksum', (view) => view.setUint32(directory + 24, 301, true))
    const packed = fields.getUint32(directory + 20, true)
    await refused(`its files take ${packed + 100_000} of ${whole.length} bytes`, (view) =>
      view.setUint32(second + 20, 100_000, true),
    )
  })

  it('is refused where a file is encrypted, packed otherwise, or would grow beyond the limit', async () => {
    await expect(read((view) => view.setUint16(second + 8, 1, true))).rejects.toThrow(
      'x.zip: "b.bin" is encrypted, save it without a password',
    )
    await expect(read((view) => view.setUint16(second + 10, 12, true))).rejects.toThrow(
      'x.zip: "b.bin" is packed with method 12, which is not read, save it with deflate',
    )
    await expect(read((view) => view.setUint32(directory + 24, 0xfffffff0, true))).rejects.toThrow(
      `x.zip: would grow from ${whole.length} to ${0xfffffff0 + 300} bytes (limit`,
    )
  })
})
