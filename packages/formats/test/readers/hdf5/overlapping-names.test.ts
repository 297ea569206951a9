import { bytesSource, readDataset } from '@manyview/formats'
import { expect, it } from 'vitest'

const links = 20_000

/** An HDF5 file of one group whose links take their names from a heap of `letters` letters, one letter earlier each. */
function overlappingNames(letters: number): Uint8Array {
  const [header, tree, symbols, heap] = [96, 136, 200, 208 + 40 * links]
  const bytes = new Uint8Array(heap + 32 + letters + 1)
  const view = new DataView(bytes.buffer)
  const word = (at: number, value: number) => view.setBigUint64(at, BigInt(value), true)
  const text = (at: number, value: string) => bytes.set(new TextEncoder().encode(value), at)
  bytes.set([0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0, 0, 8, 8, 0, 4, 0, 16, 0])
  word(40, bytes.length)
  word(64, header)
  // An object header with one message: where the tree and the heap of the group are.
  bytes.set([1, 0, 1, 0, 1, 0, 0, 0, 24], header)
  bytes.set([0x11, 0, 16], header + 16)
  word(header + 24, tree)
  word(header + 32, heap)
  text(tree, 'TREE')
  view.setUint16(tree + 6, 1, true)
  word(tree + 32, symbols)
  text(symbols, 'SNOD')
  view.setUint16(symbols + 6, links, true)
  for (let i = 0; i < links; i++) {
    word(symbols + 8 + 40 * i, links - 1 - i)
    word(symbols + 16 + 40 * i, header)
  }
  text(heap, 'HEAP')
  word(heap + 8, letters + 1)
  // No part of the heap is free.
  word(heap + 16, 1)
  word(heap + 24, heap + 32)
  bytes.fill(97, heap + 32, heap + 32 + letters)
  return bytes
}

it.each([
  [300_000, 'has a name of 280001 bytes (limit 65535)'],
  [60_000, 'the names of its arrays needs'],
])('an HDF5 file of 1.1 MB whose names overlap in %i letters is refused', async (letters, message) => {
  const bytes = overlappingNames(letters)
  expect(bytes.length).toBeLessThan(1.2e6)
  await expect(readDataset([bytesSource('a.h5', bytes)])).rejects.toThrow(message)
})
