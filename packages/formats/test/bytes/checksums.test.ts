import { readFileSync } from 'node:fs'
import { InputError } from '@manyview/core'
import { bytesSource, readDataset } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { crc64, xxh64 } from '../../src/bytes/checksums.ts'

const text = (words: string) => new TextEncoder().encode(words)

describe('checksums', () => {
  it('crc64 and xxh64 give the published values', () => {
    expect(Array.from(crc64(text('123456789'))).reverse()).toEqual([0x99, 0x5d, 0xc9, 0xbb, 0xdf, 0x19, 0x39, 0xfa])
    expect(xxh64(text(''))).toBe(0xef46db3751d8e999n)
    expect(xxh64(text('abc'))).toBe(0x44bc2cf5ad770999n)
    expect(xxh64(text('Call me Ishmael. Some years ago--never mind how long precisely-'))).toBe(0x02a2e85470d6fd96n)
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
