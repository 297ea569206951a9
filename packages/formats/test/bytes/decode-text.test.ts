import { describe, expect, it } from 'vitest'
import { decodeText, decodeWestern } from '../../src/bytes/decode-text.ts'

describe('decodeWestern(bytes)', () => {
  it('reads quotes, dashes and the euro of Windows-1252 on every engine', () => {
    const bytes = Uint8Array.of(0x93, 0x61, 0x92, 0x73, 0x94, 0x20, 0x96, 0x20, 0x80, 0x35, 0x20, 0xe9)
    expect(decodeWestern(bytes)).toBe('“a’s” – €5 é')
    expect(decodeText(bytes)).toBe('“a’s” – €5 é')
  })

  it('has a character for every byte: Latin-1 but for 0x80 to 0x9f, of which five have none', () => {
    const text = decodeWestern(Uint8Array.from({ length: 256 }, (_, byte) => byte))
    const others = Array.from(text, (_, byte) => byte).filter((byte) => text.charCodeAt(byte) !== byte)
    expect(text).toHaveLength(256)
    expect(others).toHaveLength(27)
    expect(others.every((byte) => byte >= 0x80 && byte < 0xa0)).toBe(true)
  })
})
