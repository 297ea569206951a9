import { type ByteSource, bytesSource, readDataset } from '@manyview/formats'
import { gzipSync, zipSync } from 'fflate'
import { expect, it } from 'vitest'

const csv = new TextEncoder().encode(`x,y\n${'1.25,2.5\n'.repeat(1_000_000)}`)
const jsonLines = new TextEncoder().encode('{"x": 1.5, "y": 2}\n'.repeat(500_000))
const coordinates = new TextEncoder().encode(
  `%%MatrixMarket matrix coordinate real general\n1000 1000 700000\n${'7 7 1.5\n'.repeat(700_000)}`,
)

/** The source, which is stopped at its second pause. */
function stopping(source: ByteSource): ByteSource {
  let pauses = 0
  return {
    ...source,
    async pause() {
      if (++pauses === 2) throw new Error('stopped')
    },
  }
}

it.each([
  ['a.csv', csv],
  ['a.csv.gz', gzipSync(csv, { level: 1 })],
  ['a.zip', zipSync({ 'a.csv': csv }, { level: 1 })],
  ['a.jsonl', jsonLines],
  ['a.mtx', coordinates],
])('reading %s from memory ends between two parts when it is stopped', async (name, bytes) => {
  await expect(readDataset([stopping(bytesSource(name, bytes))])).rejects.toThrow('stopped')
})
