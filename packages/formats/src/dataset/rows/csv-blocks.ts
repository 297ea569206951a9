import { type ByteSource, bytesSource } from '../../bytes/byte-source.ts'
import { firstLines } from '../../readers/csv/read.ts'
import { sniffCsv } from '../../readers/csv/sniff.ts'

const QUOTE = 34
const LINE_FEED = 10

/** A delimited text as several, each with the header of the whole and about `size` bytes of its lines, in their order. Line breaks within quotes end no line. One reading. */
export async function* csvBlocks(source: ByteSource, size: number): AsyncGenerator<ByteSource, void> {
  const sample = await firstLines(source)
  const { begin } = sniffCsv(source.name, sample, sample.length === source.byteLength)
  const head = sample.slice(0, begin)
  for (let at = begin; at < source.byteLength; ) {
    const end = await lineEnd(source, at, size)
    const bytes = new Uint8Array(head.length + end - at)
    bytes.set(head)
    bytes.set(await source.slice(at, end), head.length)
    yield bytesSource(source.name, bytes)
    at = end
  }
}

/** Behind the last line that ends within `size` bytes of a line's beginning, further on where none does. */
async function lineEnd(source: ByteSource, begin: number, size: number): Promise<number> {
  for (let length = size; ; length *= 2) {
    if (begin + length >= source.byteLength) return source.byteLength
    const bytes = await source.slice(begin, begin + length)
    let quoted = false
    let end = 0
    for (let i = 0; i < bytes.length; i++) {
      if (bytes[i] === QUOTE) quoted = !quoted
      else if (!quoted && bytes[i] === LINE_FEED) end = i + 1
    }
    if (end > 0) return begin + end
  }
}
