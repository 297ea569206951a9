import { Inflate, inflateSync } from 'fflate'
import { badFile } from './bad-file.ts'

/** DEFLATE cannot expand a byte to more than this many. */
const largestRatio = 1032
const firstChunkBytes = 4096
const chunkBytes = 32 * 1024

/** Largest size that compressed data may grow to beyond the memory budget, once the size has been verified. */
export const inflatedLimit = 2 ** 30

/** Inflates raw DEFLATE data chunk by chunk into `onData`, which returns false to stop early. Gives the number of bytes that came out. */
export function inflateStream(name: string, bytes: Uint8Array, onData: (chunk: Uint8Array) => boolean): number {
  let total = 0
  let stopped = false
  let finished = false
  try {
    const stream = new Inflate((chunk, final) => {
      total += chunk.length
      finished ||= final
      if (!stopped && chunk.length > 0) stopped = !onData(chunk)
    })
    for (let at = 0; at < bytes.length && !stopped && !finished; ) {
      const end = Math.min(at === 0 ? firstChunkBytes : at + chunkBytes, bytes.length)
      stream.push(bytes.subarray(at, end), end === bytes.length)
      at = end
    }
  } catch (error) {
    throw damaged(name, error)
  }
  return total
}

/**
 * Inflates raw DEFLATE data to exactly `size` bytes. Nothing is allocated before the size is believable: it must be possible for the
 * compressed length and, beyond `trusted` bytes, is verified by a first pass that keeps nothing.
 */
export function inflateExactly(name: string, bytes: Uint8Array, size: number, trusted: number): Uint8Array {
  if (!(size <= bytes.length * largestRatio))
    throw badFile(
      name,
      `declares ${size} bytes in ${bytes.length} compressed ones, which is impossible, get the file again`,
      { size },
    )
  if (size > trusted) {
    if (size > inflatedLimit)
      throw badFile(name, `would grow to ${size} bytes (limit ${inflatedLimit}), save it without compression`, { size })
    let seen = 0
    inflateStream(name, bytes, (chunk) => (seen += chunk.length) <= size)
    if (seen !== size) throw wrongSize(name, seen, size)
  }
  if (bytes.length === 0) return new Uint8Array(0)
  // Straight into the result, which leaves nothing to collect; the byte too many tells data that goes on.
  const found = inflateInto(name, bytes, new Uint8Array(size + 1))
  if (found.length !== size) throw wrongSize(name, found.length, size)
  return found
}

function inflateInto(name: string, bytes: Uint8Array, out: Uint8Array): Uint8Array {
  try {
    return inflateSync(bytes, { out })
  } catch (error) {
    if (error instanceof RangeError) throw wrongSize(name, out.length, out.length - 1)
    throw damaged(name, error)
  }
}

function damaged(name: string, error: unknown) {
  return badFile(name, `compressed data is damaged (${(error as Error).message}), get the file again`)
}

function wrongSize(name: string, found: number, size: number) {
  return badFile(
    name,
    `compressed data holds ${found > size ? 'more than the' : `${found} of`} ${size} bytes declared, get the file again`,
    { found, size },
  )
}
