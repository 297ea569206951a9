import { badFile } from './bad-file.ts'

/** Bytes that can be read in parts: a file, a Blob, a download or memory. `slice(start, end)` gives the bytes from start up to but not including end. */
export interface ByteSource {
  readonly name: string
  readonly byteLength: number
  /** Where the bytes lie, if they are a file's. */
  readonly path?: string
  slice(start: number, end?: number): Promise<Uint8Array>
  /** Fills `target` with the bytes from `start`, all of which must be there. Sources that can do without a new array have it. */
  readInto?(target: Uint8Array, start: number): Promise<void>
  /** Gives other work a turn, and fails when reading is to end. Readers call it between parts, since bytes in memory are there at once. */
  pause?(): Promise<void>
}

/** A source over bytes in memory. Slices are views of `bytes`, not copies. */
export function bytesSource(name: string, bytes: Uint8Array): ByteSource {
  const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { name, byteLength: plain.byteLength, slice: async (start, end) => plain.subarray(start, end) }
}

/** The file's name without folders and endings: `data/text.csv.gz` gives `text`. */
export function fileStem(name: string): string {
  const base = name.split(/[\\/]/).pop() ?? name
  const stem = base.replace(/\.(gz|bz2|xz|zst)$/i, '').replace(/\.[A-Za-z0-9]{1,8}$/, '')
  return stem || base
}

const partBytes = 1 << 22
/** Longer pieces of text do not fit into a string of every engine. */
const longest = 1 << 28

/**
 * Hands the bytes from `begin` on to `scan`, 4 MiB at a time and in the same buffer, so that a text is never in memory as a whole. `scan` gives how many
 * bytes it used; the rest comes again with more behind it. The last call says so and must use what it can.
 */
export async function inParts(
  source: ByteSource,
  begin: number,
  scan: (bytes: Uint8Array, last: boolean) => number,
): Promise<void> {
  const size = Math.min(partBytes, source.byteLength - begin)
  let buffer = new Uint8Array(size)
  let carried = 0
  for (let at = begin; at < source.byteLength; ) {
    const next = Math.min(at + buffer.length - carried, source.byteLength)
    const free = buffer.subarray(carried, carried + next - at)
    if (source.readInto) await source.readInto(free, at)
    else free.set(await source.slice(at, next))
    const bytes = buffer.subarray(0, carried + next - at)
    const used = scan(bytes, next === source.byteLength)
    carried = bytes.length - used
    if (carried * 2 > buffer.length) {
      if (buffer.length >= longest)
        throw badFile(source.name, `has a line or a record of ${carried} bytes or more, save it as NPY or Parquet`)
      const larger = new Uint8Array(Math.min(buffer.length * 2, carried + source.byteLength - next))
      larger.set(bytes.subarray(used))
      buffer = larger
    } else buffer.copyWithin(0, used, bytes.length)
    at = next
    await source.pause?.()
  }
}
