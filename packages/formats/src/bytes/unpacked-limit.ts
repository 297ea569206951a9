import { badFile } from './bad-file.ts'
import type { ByteSource } from './byte-source.ts'
import { inflatedLimit } from './inflate.ts'
import { MemoryBudget } from './memory-budget.ts'

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
