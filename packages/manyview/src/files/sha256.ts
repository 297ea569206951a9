import type { Hash } from 'node:crypto'

/** A SHA-256 of nothing yet. Node's code for it takes some milliseconds to load, so only those who need it do. */
export function newSha256(): Hash {
  return process.getBuiltinModule('node:crypto').createHash('sha256')
}

/** SHA-256 of bytes, or of a text in UTF-8, in hexadecimal. */
export function sha256(bytes: Uint8Array | string): string {
  return newSha256().update(bytes).digest('hex')
}
