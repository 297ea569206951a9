import { badFile } from '../bytes/bad-file.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { fromUtf16 } from '../bytes/from-utf16.ts'
import { htmlText } from './html-text.ts'

/** Bytes of a document, at most. */
const mostBytes = 1 << 26
/** Share of bytes outside ASCII up to which bytes that are not UTF-8 may be Western European. */
const mostAccents = 0.2

/** A text as it was read. */
export interface Document {
  text: string
  /** True where it is not UTF-8 and was taken as Western European (Windows-1252), which may be wrong. */
  western: boolean
}

/** The text of a document: UTF-8, UTF-16 with its mark, or Western European; of HTML what a reader sees. Bytes that are no text in these are refused. */
export async function readDocument(source: ByteSource): Promise<Document> {
  if (source.byteLength > mostBytes)
    throw badFile(source.name, `has ${source.byteLength} bytes, more than a text may have (${mostBytes}), split it`)
  const bytes = source.byteLength > 1 ? await (await fromUtf16(source)).slice(0) : await source.slice(0)
  const utf8 = decoded(bytes, 'utf-8')
  if (isBinary(bytes) || (utf8 === null && accents(bytes) > mostAccents))
    throw badFile(source.name, 'is text in no known encoding, save it as UTF-8')
  const text = utf8 ?? decoded(bytes, 'windows-1252')!
  return { text: /\.html?$/i.test(source.name) ? htmlText(text) : text, western: utf8 === null }
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** True where control characters stand that no text has. */
function isBinary(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte < 32 && (byte < 7 || byte > 13) && byte !== 27)
}

/** Share of the bytes that are not ASCII. */
function accents(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes) if (byte > 127) count++
  return count / bytes.length
}
