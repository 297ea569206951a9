import { readFileSync } from 'node:fs'
import { InputError } from '@manyview/core'
import { Random } from '@manyview/core/numerics'
import { bytesSource, readDataset } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { bunzip } from '../../src/bytes/bunzip.ts'
import { crc64, lookup3, xxh64 } from '../../src/bytes/checksums.ts'

const mask = 2n ** 64n - 1n
const [P1, P2, P3, P4, P5] = [
  0x9e3779b185ebca87n,
  0xc2b2ae3d27d4eb4fn,
  0x165667b19e3779f9n,
  0x85ebca77c2b2ae63n,
  0x27d4eb2f165667c5n,
]

/** XXH64 with seed 0 as its specification writes it. */
function xxh64Reference(bytes: Uint8Array): bigint {
  const turn = (value: bigint, by: bigint) => ((value << by) | (value >> (64n - by))) & mask
  const round = (lane: bigint, input: bigint) => (turn((lane + input * P2) & mask, 31n) * P1) & mask
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { length } = bytes
  let at = 0
  let hash = P5
  if (length >= 32) {
    const lanes = [(P1 + P2) & mask, P2, 0n, -P1 & mask]
    for (; at + 32 <= length; at += 32)
      for (let l = 0; l < 4; l++) lanes[l] = round(lanes[l], view.getBigUint64(at + 8 * l, true))
    hash = [1n, 7n, 12n, 18n].reduce((sum, by, l) => sum + turn(lanes[l], by), 0n) & mask
    for (const lane of lanes) hash = ((hash ^ round(0n, lane)) * P1 + P4) & mask
  }
  hash = (hash + BigInt(length)) & mask
  for (; at + 8 <= length; at += 8) hash = (turn(hash ^ round(0n, view.getBigUint64(at, true)), 27n) * P1 + P4) & mask
  if (at + 4 <= length) {
    hash = (turn(hash ^ ((BigInt(view.getUint32(at, true)) * P1) & mask), 23n) * P2 + P3) & mask
    at += 4
  }
  for (; at < length; at++) hash = (turn(hash ^ ((BigInt(bytes[at]) * P5) & mask), 11n) * P1) & mask
  hash = ((hash ^ (hash >> 33n)) * P2) & mask
  hash = ((hash ^ (hash >> 29n)) * P3) & mask
  return hash ^ (hash >> 32n)
}

const text = (words: string) => new TextEncoder().encode(words)

describe('checksums', () => {
  it('crc64 and xxh64 give the published values', () => {
    expect(Array.from(crc64(text('123456789'))).reverse()).toEqual([0x99, 0x5d, 0xc9, 0xbb, 0xdf, 0x19, 0x39, 0xfa])
    expect(xxh64(text(''))).toBe(0xef46db3751d8e999n)
    expect(xxh64(text('abc'))).toBe(0x44bc2cf5ad770999n)
    expect(xxh64(text('Call me Ishmael. Some years ago--never mind how long precisely-'))).toBe(0x02a2e85470d6fd96n)
  })

  it('xxh64 is what its reference gives for every length up to 200 bytes', () => {
    const random = new Random(31)
    for (let length = 0; length <= 200; length++) {
      const bytes = Uint8Array.from({ length }, () => random.below(256))
      expect(xxh64(bytes), `${length} bytes`).toBe(xxh64Reference(bytes))
      expect(xxh64(bytes.fill(255)), `${length} bytes of 255`).toBe(xxh64Reference(bytes))
    }
  })

  it('lookup3 gives the published values', () => {
    expect(lookup3(text(''))).toBe(0xdeadbeef)
    expect(lookup3(text('Four score and seven years ago'))).toBe(0x17770551)
  })

  it.each(['tool.csv.bz2', 'tool.csv.xz', 'tool.csv.zst'])('%s with any flipped bit is refused', async (name) => {
    const bytes = new Uint8Array(readFileSync(new URL(`../fixtures/everyday/${name}`, import.meta.url)))
    for (let at = 20; at < bytes.length; at += 37) {
      const damaged = bytes.slice()
      damaged[at] ^= 1 << (at % 8)
      await expect(readDataset([bytesSource(name, damaged)]), `byte ${at}`).rejects.toThrow(InputError)
    }
  })
})

describe('a bzip2 file', () => {
  const file = new Uint8Array(readFileSync(new URL('../fixtures/everyday/tool.csv.bz2', import.meta.url)))

  it('with a wrong checksum of all its blocks is refused', async () => {
    const damaged = file.slice()
    // The checksum lies in the last five bytes, of which the last one may be part padding.
    damaged[file.length - 3] ^= 1
    await expect(bunzip(bytesSource('a.csv.bz2', damaged))).rejects.toThrow('a wrong checksum of all blocks')
  })

  it.each([0, 1, 2, 3])('of %i bytes is refused', async (length) => {
    await expect(bunzip(bytesSource('a.csv.bz2', file.subarray(0, length)))).rejects.toThrow(
      'a.csv.bz2: is a damaged bzip2 file (it ends early), get the file again',
    )
  })
})
