import { InputError } from '@manyview/core'
import { nodeModule } from '@manyview/core/runtime'
import { Inflate, inflateSync } from 'fflate'
import { badFile } from './bad-file.ts'
import type { ByteSource } from './byte-source.ts'
import { MemoryBudget } from './memory-budget.ts'

/** DEFLATE cannot expand a byte to more than this many. */
const largestRatio = 1032
/** Enough for those who want to see only how the data begin. */
const firstChunkBytes = 512
const chunkBytes = 32 * 1024
const pieceBytes = 1 << 20
/** Most bytes that the host inflates at once, and fewest: Node cuts small ones from a buffer that others share. */
export const mostAtOnce = 32 * 1024 * 1024
const fewestAtOnce = 16 * 1024

/** Largest size that compressed data may grow to beyond the memory budget, once the size has been verified. */
export const inflatedLimit = 2 ** 30

/** Gets what comes out; false stops early. */
type TakeChunk = (chunk: Uint8Array) => boolean

/** Inflates raw DEFLATE data chunk by chunk into `onData`. Gives the number of bytes that came out. */
export function inflateStream(name: string, bytes: Uint8Array, onData: TakeChunk): number {
  const stream = new InflateStream(name, onData)
  for (let at = 0; at < bytes.length && !stream.done; ) {
    const end = Math.min(at === 0 ? firstChunkBytes : at + chunkBytes, bytes.length)
    stream.push(bytes.subarray(at, end), end === bytes.length)
    at = end
  }
  return stream.total
}

/** Inflates a source's bytes begin … end − 1 chunk by chunk into `onData`; they are read 1 MiB at a time, so that they are never in memory as a whole. Gives the number of bytes that came out. */
export async function inflateSource(
  source: ByteSource,
  begin: number,
  end: number,
  onData: TakeChunk,
): Promise<number> {
  const stream = new InflateStream(source.name, onData)
  for (let at = begin; at < end && !stream.done; ) {
    const next = Math.min(at === begin ? begin + firstChunkBytes : at + pieceBytes, end)
    const piece = await source.slice(at, next)
    for (let from = 0; from < piece.length && !stream.done; ) {
      // As much as before together: who wants to see how the data begin is soon done.
      const part = piece.subarray(from, from + Math.min(at + from - begin || firstChunkBytes, chunkBytes))
      from += part.length
      stream.push(part, at + from === end)
    }
    at = next
    await source.pause?.()
  }
  return stream.total
}

/** Compressed data that come piece by piece. */
class InflateStream {
  total = 0
  /** True once all came out, or what came out was enough. */
  done = false
  private readonly name: string
  private readonly stream: Inflate

  constructor(name: string, onData: TakeChunk) {
    this.name = name
    this.stream = new Inflate((chunk, final) => {
      this.total += chunk.length
      if (!this.done && chunk.length > 0) this.done = !onData(chunk)
      this.done ||= final
    })
  }

  push(bytes: Uint8Array, last: boolean): void {
    try {
      this.stream.push(bytes, last)
    } catch (error) {
      throw damaged(this.name, error)
    }
  }
}

/**
 * Inflates raw DEFLATE data to exactly `size` bytes. Nothing is allocated before the size is believable: it must be possible for the
 * compressed length and, beyond `trusted` bytes, is verified by a first pass that keeps nothing.
 */
export function inflateExactly(name: string, bytes: Uint8Array, size: number, trusted: number): Uint8Array {
  checkSize(name, bytes.length, size, trusted)
  if (size > trusted) {
    let total = 0
    inflateStream(name, bytes, (chunk) => (total += chunk.length) <= size)
    if (total !== size) throw wrongSize(name, total, size)
  }
  if (bytes.length === 0) return new Uint8Array(0)
  const whole = inflateByHost('inflateRawSync', bytes, size)
  if (whole) return whole
  // Straight into the result, which leaves nothing to collect; the byte too many tells data that goes on.
  const inflated = inflateInto(name, bytes, new Uint8Array(size + 1))
  if (inflated.length !== size) throw wrongSize(name, inflated.length, size)
  return inflated
}

/** A zlib stream (DEFLATE data between a head and a checksum, which is checked) of exactly `size` bytes at once; null where the host cannot, and where anything is wrong: piece by piece one finds out what. */
export function inflateZlib(bytes: Uint8Array, size: number): Uint8Array | null {
  return inflateByHost('inflateSync', bytes, size)
}

/** Inflates to exactly `size` bytes by Node's own code, several times faster than ours; null elsewhere, and where anything is wrong: ours then says what. */
function inflateByHost(how: keyof HostInflate, bytes: Uint8Array, size: number): Uint8Array | null {
  if (size < fewestAtOnce || size > mostAtOnce) return null
  const zlib = nodeModule<HostInflate>('node:zlib')
  try {
    const chunkSize = Math.min(size, pieceBytes)
    const answer = zlib?.[how](bytes, { maxOutputLength: size, chunkSize, info: true })
    if (answer?.buffer.length !== size || answer.engine.bytesWritten !== bytes.length) return null
    return new Uint8Array(answer.buffer.buffer, answer.buffer.byteOffset, size)
  } catch {
    return null
  }
}

type Inflated = { buffer: Uint8Array; engine: { bytesWritten: number } }
type InflateAtOnce = (
  bytes: Uint8Array,
  options: { maxOutputLength: number; chunkSize: number; info: true },
) => Inflated
type HostInflate = Record<'inflateRawSync' | 'inflateSync', InflateAtOnce>

/** Refuses a declared size that the packed bytes cannot have, or that is beyond `trusted` bytes and our limit. */
export function checkSize(name: string, packed: number, size: number, trusted: number): void {
  if (!(size <= packed * largestRatio))
    throw badFile(
      name,
      `declares ${size} bytes in ${packed} compressed ones, which is impossible, get the file again`,
      {
        size,
      },
    )
  if (size > trusted && size > inflatedLimit)
    throw badFile(name, `would grow to ${size} bytes (limit ${inflatedLimit}), save it without compression`, { size })
}

function inflateInto(name: string, bytes: Uint8Array, out: Uint8Array): Uint8Array {
  try {
    return inflateSync(bytes, { out })
  } catch (error) {
    if (error instanceof RangeError) throw wrongSize(name, out.length, out.length - 1)
    throw damaged(name, error)
  }
}

/** What is wrong with the data; whoever takes them says it in words of their own. */
function damaged(name: string, error: unknown): InputError {
  if (error instanceof InputError) return error
  return badFile(name, `compressed data is damaged (${(error as Error).message}), get the file again`)
}

/** The refusal of data that hold another number of bytes than declared. */
export function wrongSize(name: string, actual: number, size: number) {
  return badFile(
    name,
    `compressed data holds ${actual > size ? 'more than the' : `${actual} of`} ${size} bytes declared, get the file again`,
    { found: actual, size },
  )
}

/** The most bytes that a packed file may grow to: what any file may claim, or 100 times its size up to 1 GiB. */
export function unpackedLimit(source: ByteSource): number {
  return Math.max(new MemoryBudget(source).limit, Math.min(100 * source.byteLength, inflatedLimit))
}

/** The refusal of a file that would grow beyond the limit. */
export function growsTooMuch(source: ByteSource, size?: number) {
  const what =
    size === undefined ? `more than ${unpackedLimit(source)} bytes` : `${size} bytes (limit ${unpackedLimit(source)})`
  return badFile(source.name, `would grow from ${source.byteLength} to ${what}, unpack it`)
}
