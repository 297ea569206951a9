import { type ByteSource, bytesSource } from './byte-source.ts'

/** The same text in UTF-8 where a byte-order mark says that it is UTF-16, as Excel's "Unicode text" and PowerShell write it; any other source itself. */
export async function fromUtf16(source: ByteSource): Promise<ByteSource> {
  const [first, second] = await source.slice(0, 2)
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : ''
  if (!encoding) return source
  const text = new TextDecoder(encoding).decode(await source.slice(0))
  return { ...bytesSource(source.name, new TextEncoder().encode(text)), pause: source.pause }
}
