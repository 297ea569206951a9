import type { Communicator } from '@manyview/core'
import { share } from '@manyview/core/numerics'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { firstLines } from '../../readers/csv/read.ts'
import { sniffCsv } from '../../readers/csv/sniff.ts'

const blockBytes = 1 << 22
const QUOTE = 34
const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** Some of the lines of a text, as a text of their own; `rowsBefore` counts those before them. */
interface CsvPart extends ByteSource {
  rowsBefore(): Promise<number>
}

/**
 * The lines of one rank out of a delimited text, behind its header: every rank takes the records that begin in its share of the bytes. Whether a share begins
 * within quotes is known from the quotes in the shares before it, which the ranks count and tell each other. Each rank reads its share twice and nothing else.
 * Null where a rank would have no line.
 */
export async function csvPart(source: ByteSource, communicator: Communicator): Promise<CsvPart | null> {
  const { rank, size } = communicator
  const sample = await firstLines(source)
  const { begin: body } = sniffCsv(source.name, sample, sample.length === source.byteLength)
  const length = source.byteLength - body
  const own = share(length, size, rank)
  const quotes = communicator.allGather(Float64Array.of(await countQuotes(source, body + own.begin, body + own.end)))
  const before = quotes.subarray(0, rank).reduce((sum, count) => sum + count, 0)
  // A share that begins at a line's beginning keeps that line, so the search starts one byte earlier.
  const starts = rank === 0 ? body : await lineAfter(source, body + own.begin - 1, await parityAt(before))
  const places = communicator.allGather(Float64Array.of(starts))
  const end = rank + 1 < size ? places[rank + 1] : source.byteLength
  const filled = communicator.allGather(Float64Array.of(end > starts ? 1 : 0))
  if (filled.includes(0)) return null
  return { ...joined(source, sample.slice(0, body), starts, end), rowsBefore: () => countRows(source, body, starts) }

  /** Quotes up to one byte before the share's beginning, odd or even. */
  async function parityAt(count: number): Promise<boolean> {
    const [last] = await source.slice(body + own.begin - 1, body + own.begin)
    return (count - (last === QUOTE ? 1 : 0)) % 2 === 1
  }
}

async function countQuotes(source: ByteSource, begin: number, end: number): Promise<number> {
  let count = 0
  for (let at = begin; at < end; at += blockBytes) {
    const bytes = await source.slice(at, Math.min(at + blockBytes, end))
    for (let i = 0; i < bytes.length; i++) if (bytes[i] === QUOTE) count++
  }
  return count
}

/** Lines that are not blank between two places where lines begin; line breaks within quotes end none. */
async function countRows(source: ByteSource, begin: number, end: number): Promise<number> {
  let [rows, quoted, blank] = [0, false, true]
  for (let at = begin; at < end; at += blockBytes) {
    const bytes = await source.slice(at, Math.min(at + blockBytes, end))
    for (let i = 0; i < bytes.length; i++) {
      if (bytes[i] === QUOTE) quoted = !quoted
      if (bytes[i] === LINE_FEED && !quoted) {
        rows += Number(!blank)
        blank = true
      } else if (bytes[i] !== CARRIAGE_RETURN) blank = false
    }
  }
  return rows
}

/** Where the first line begins after a line break at or past `at`; line breaks within quotes do not count. */
async function lineAfter(source: ByteSource, at: number, inQuotes: boolean): Promise<number> {
  let quoted = inQuotes
  for (let from = at; from < source.byteLength; from += blockBytes) {
    const bytes = await source.slice(from, Math.min(from + blockBytes, source.byteLength))
    for (let i = 0; i < bytes.length; i++) {
      if (bytes[i] === QUOTE) quoted = !quoted
      else if (!quoted && bytes[i] === LINE_FEED) return from + i + 1
    }
  }
  return source.byteLength
}

/** The bytes of `head`, then those of `source` from `begin` up to `end`. */
function joined(source: ByteSource, head: Uint8Array, begin: number, end: number): ByteSource {
  const byteLength = head.length + end - begin
  return {
    name: source.name,
    byteLength,
    async slice(start, stop = byteLength) {
      const from = Math.min(Math.max(0, start), byteLength)
      const to = Math.max(from, Math.min(stop, byteLength))
      const first = head.subarray(Math.min(from, head.length), Math.min(to, head.length))
      const shift = begin - head.length
      const rest = await source.slice(Math.max(from, head.length) + shift, Math.max(to, head.length) + shift)
      const bytes = new Uint8Array(first.length + rest.length)
      bytes.set(first)
      bytes.set(rest, first.length)
      return bytes
    },
  }
}
