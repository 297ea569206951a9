/**
 * A text with one form per character (NFKC) and in lower case. Unicode promises that NFKC never changes for characters that exist; lower case is taken only for scripts below U+2000, which all engines
 * know alike, and never depends on the neighbours of a character, as the final sigma's does.
 */
export function foldText(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKC')
    .replace(/[A-Z\u00c0-\u1c7f\u1c90-\u1fff]+/g, (letters) => letters.toLowerCase())
    .replaceAll('ς', 'σ')
}
