import { badFile } from './bad-file.ts'
import type { ByteSource } from './byte-source.ts'

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
  let kept = 0
  for (let at = begin; at < source.byteLength; ) {
    const next = Math.min(at + buffer.length - kept, source.byteLength)
    const free = buffer.subarray(kept, kept + next - at)
    if (source.readInto) await source.readInto(free, at)
    else free.set(await source.slice(at, next))
    const bytes = buffer.subarray(0, kept + next - at)
    const used = scan(bytes, next === source.byteLength)
    kept = bytes.length - used
    if (kept * 2 > buffer.length) {
      if (buffer.length >= longest)
        throw badFile(source.name, `has a line or a record of ${kept} bytes or more, save it as NPY or Parquet`)
      const larger = new Uint8Array(Math.min(buffer.length * 2, kept + source.byteLength - next))
      larger.set(bytes.subarray(used))
      buffer = larger
    } else buffer.copyWithin(0, used, bytes.length)
    at = next
    await source.pause?.()
  }
}
