import { type ByteSource, readDataset } from '@manyview/formats'
import { expect, it } from 'vitest'

/** A file that repeats `pattern` after `head`, made where it is read; `largest` is the most bytes that were asked for at once. */
function repeating(name: string, head: string, pattern: string, byteLength: number) {
  const letters = new TextEncoder().encode(pattern)
  const first = new TextEncoder().encode(head)
  // A block of whole patterns is laid down again and again.
  const block = new Uint8Array(letters.length * 65536)
  for (let i = 0; i < block.length; i += letters.length) block.set(letters, i)
  const seen = { largest: 0 }
  const source: ByteSource = {
    name,
    byteLength,
    async slice(start, end = byteLength) {
      const bytes = new Uint8Array(Math.min(end, byteLength) - start)
      seen.largest = Math.max(seen.largest, bytes.length)
      const shift = (((start - first.length) % letters.length) + letters.length) % letters.length
      for (let at = -shift; at < bytes.length; at += block.length)
        bytes.set(block.subarray(Math.max(0, -at), Math.min(block.length, bytes.length - at)), Math.max(0, at))
      if (start < first.length) bytes.set(first.subarray(start, start + bytes.length))
      return bytes
    },
  }
  return { source, seen }
}

it('a JSON list of 150 million values is refused before it is in memory', async () => {
  const { source, seen } = repeating('a.json', '[', '0,', 300e6)
  await expect(readDataset([source])).rejects.toThrow(
    'a.json: holds about 150000000 values, which take 3600000008 bytes to parse (limit 1500000000)',
  )
  expect(seen.largest).toBeLessThan(2 ** 27)
})

it('a line of 500 MB is refused at the beginning and below it', async () => {
  const wide = repeating('a.csv', '', '1,', 500e6)
  await expect(readDataset([wide.source])).rejects.toThrow('a.csv: has no third line within 268435456 bytes')
  const below = repeating('a.csv', 'id,x\na,1\nb,2\nc,3\n"', 'x ', 500e6)
  await expect(readDataset([below.source])).rejects.toThrow(/a.csv: has a line or a record of \d{9} bytes or more/)
})
