const utf8 = new TextDecoder('utf-8', { fatal: true })
const western = new TextDecoder('windows-1252')

/** The text of some bytes: UTF-8, or where they are not, Western European (Latin-1 and Windows-1252). A byte-order mark is left out. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return western.decode(bytes)
  }
}
