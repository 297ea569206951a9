import type { ByteSource } from '@manyview/formats'
import { newSha256 } from './sha256.ts'

/** SHA-256 of the bytes, in hexadecimal, read in pieces of 4 MiB. */
export async function checksum(source: ByteSource): Promise<string> {
  const hash = newSha256()
  const piece = 1 << 22
  for (let start = 0; start < source.byteLength; start += piece)
    hash.update(await source.slice(start, Math.min(start + piece, source.byteLength)))
  return hash.digest('hex')
}
