import { type ByteSource, bytesSource } from './byte-source.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })
const western = new TextDecoder('windows-1252')

/** The text of some bytes: UTF-8, or where they are not, Western European (Latin-1 and Windows-1252). A byte-order mark is left out. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return decodeWestern(bytes)
  }
}

/** What Windows-1252 has for the bytes 0x80 to 0x9f: quotes, dashes, the euro; bytes without a character stay control characters. */
const signs = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** The text of bytes in Western European (Windows-1252), the same on every engine: Node 20 takes 0x80 to 0x9f for control characters. O(bytes). */
export function decodeWestern(bytes: Uint8Array): string {
  return western.decode(bytes).replace(/[\x80-\x9f]/g, (control) => signs[control.charCodeAt(0) - 0x80])
}

/** Gives a text in UTF-8 where a byte-order mark says that it is UTF-16, as Excel's "Unicode text" and PowerShell write it; any other source as it is. */
export async function fromUtf16(source: ByteSource): Promise<ByteSource> {
  const [first, second] = await source.slice(0, 2)
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : ''
  if (!encoding) return source
  const text = new TextDecoder(encoding).decode(await source.slice(0))
  return { ...bytesSource(source.name, new TextEncoder().encode(text)), pause: source.pause }
}

/** The text without the characters of `padding` at its end. Linear, where a regular expression for it takes the square of the length. */
export function withoutPadding(text: string, padding = '\0'): string {
  let end = text.length
  while (end > 0 && padding.includes(text[end - 1])) end--
  return text.slice(0, end)
}
