import { deflateRawSync, deflateSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { inflateExactly, inflateSource, inflateZlib } from '../../src/bytes/inflate.ts'

/** As many bytes, which repeat now and then. */
const some = (length: number) => Uint8Array.from({ length }, (_, i) => (i * i) % 251)

describe('compressed data', () => {
  it.each([0, 1, 16_383, 16_384, 100_000])('of %d bytes come out whole, by the host and without it', async (size) => {
    const bytes = some(size)
    const packed = new Uint8Array(deflateRawSync(bytes))
    const found = [inflateExactly('x', packed, size, 1e9), await pieces(packed)]
    vi.stubGlobal('process', undefined)
    try {
      found.push(inflateExactly('x', packed, size, 1e9), await pieces(packed))
    } finally {
      vi.unstubAllGlobals()
    }
    for (const each of found) expect(Buffer.compare(each, bytes)).toBe(0)
  })

  it('that hold more or less than declared, or are damaged, are refused as without the host', () => {
    const packed = new Uint8Array(deflateRawSync(some(50_000)))
    expect(() => inflateExactly('x', packed, 49_999, 1e9)).toThrow('holds more than the 49999 bytes declared')
    expect(() => inflateExactly('x', packed, 50_001, 1e9)).toThrow('holds 50000 of 50001 bytes declared')
    expect(() => inflateExactly('x', packed.subarray(0, -9), 50_000, 1e9)).toThrow('compressed data is damaged')
  })

  it('come out of a zlib stream only whole, with the right checksum and nothing behind it', () => {
    const bytes = some(50_000)
    const packed = new Uint8Array(deflateSync(bytes))
    expect(Buffer.compare(inflateZlib(packed, 50_000)!, bytes)).toBe(0)
    expect(inflateZlib(packed, 49_999)).toBeNull()
    expect(inflateZlib(packed, 50_001)).toBeNull()
    expect(inflateZlib(packed.subarray(0, -1), 50_000)).toBeNull()
    expect(inflateZlib(Uint8Array.of(...packed, 0), 50_000)).toBeNull()
    packed[packed.length - 1] ^= 1
    expect(inflateZlib(packed, 50_000)).toBeNull()
  })
})

/** What `inflateSource` gives, put together. */
async function pieces(packed: Uint8Array): Promise<Uint8Array> {
  const found: Uint8Array[] = []
  const source = { name: 'x', byteLength: packed.length, slice: async (a: number, b: number) => packed.slice(a, b) }
  await inflateSource(source, 0, packed.length, (chunk) => found.push(chunk.slice()) > 0)
  return Buffer.concat(found)
}
