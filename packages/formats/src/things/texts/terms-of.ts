/** The kinds of terms that a text is counted by, each a view of its own. */
export const termKinds = ['words', 'pairs', 'characters'] as const
export type TermKind = (typeof termKinds)[number]

/** Neighbouring characters of a word that are one term, its ends counted as a character each. */
const gramLength = 4

/**
 * The terms of a text in order. Words are runs of letters and digits in lower case; pairs are two words that follow each other in one phrase; characters are all four neighbouring characters of a word and
 * its ends (` cat`, `cat `). Scripts without spaces between words give two neighbouring characters as a word, three as a pair, and single characters. O(length).
 */
export function termsOf(text: string): Record<TermKind, string[]> {
  const words: string[] = []
  const pairs: string[] = []
  const characters: string[] = []
  let before = ''
  runsOf(foldText(text), (run, unspaced, apart) => {
    if (unspaced) {
      const letters = Array.from(run)
      for (let i = 0; i < letters.length; i++) {
        characters.push(letters[i])
        if (i > 0) words.push(letters[i - 1] + letters[i])
        if (i > 1) pairs.push(letters[i - 2] + letters[i - 1] + letters[i])
      }
      if (letters.length === 1) words.push(run)
      before = ''
      return
    }
    words.push(run)
    if (before !== '' && !apart) pairs.push(`${before} ${run}`)
    before = run
    const ended = ` ${run} `
    if (ended.length < gramLength) characters.push(ended)
    for (let i = gramLength; i <= ended.length; i++) characters.push(ended.slice(i - gramLength, i))
  })
  return { words, pairs, characters }
}

/** Called for every run of letters and digits; `unspaced` for scripts without spaces between words, `apart` where signs other than a space, a hyphen or an apostrophe stand before it. */
type OnRun = (run: string, unspaced: boolean, apart: boolean) => void

/** Signs between the words of one phrase: space, apostrophes and hyphens. */
const joining = new Set([0x20, 0x27, 0x2019, 0x2d, 0x2010, 0x2011])

/** Cuts a folded text into runs of letters and digits of one kind, in order. O(length). */
function runsOf(text: string, onRun: OnRun): void {
  let apart = true
  for (let place = 0; place < text.length; ) {
    const code = text.codePointAt(place)!
    const kind = characterKind(code)
    const begin = place
    place += code > 0xffff ? 2 : 1
    if (kind === characterKinds.sign) {
      apart ||= !joining.has(code)
      continue
    }
    while (place < text.length) {
      const next = text.codePointAt(place)!
      if (characterKind(next) !== kind) break
      place += next > 0xffff ? 2 : 1
    }
    onRun(text.slice(begin, place), kind === characterKinds.unspaced, apart)
    apart = false
  }
}

/**
 * A text with one form per character (NFKC) and in lower case. Unicode promises that NFKC never changes for characters that exist; lower case is taken only for scripts below U+2000, which all engines
 * know alike, and never depends on the neighbours of a character, as the final sigma's does.
 */
function foldText(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKC')
    .replace(/[A-Z\u00c0-\u1c7f\u1c90-\u1fff]+/g, (letters) => letters.toLowerCase())
    .replaceAll('ς', 'σ')
}

/**
 * Which characters are letters and digits, which stand between sentences, and which scripts write words without spaces. The table is ours, not the engine's: engines know different versions of Unicode,
 * and the same text must give the same words everywhere. Characters that are in no range are letters, so that scripts that are added later make words as well.
 */

/** First and last character of what is neither letter nor digit: signs, spaces, controls, private use. */
const signs: readonly (readonly [number, number])[] = [
  [0x00, 0x2f],
  [0x3a, 0x40],
  [0x5b, 0x60],
  [0x7b, 0xa9],
  [0xab, 0xb4],
  [0xb6, 0xb9],
  [0xbb, 0xbf],
  [0xd7, 0xd7],
  [0xf7, 0xf7],
  [0x2c2, 0x2df],
  [0x37e, 0x37e],
  [0x387, 0x387],
  [0x55a, 0x55f],
  [0x589, 0x58f],
  [0x5be, 0x5be],
  [0x5c0, 0x5c0],
  [0x5c3, 0x5c3],
  [0x5c6, 0x5c6],
  [0x5f3, 0x5f4],
  [0x600, 0x60f],
  [0x61b, 0x61f],
  [0x66a, 0x66d],
  [0x6d4, 0x6d4],
  [0x700, 0x70f],
  [0x964, 0x965],
  [0x970, 0x970],
  [0xe3f, 0xe3f],
  [0xe4f, 0xe4f],
  [0xe5a, 0xe5b],
  [0xf01, 0xf17],
  [0xf3a, 0xf3d],
  [0x104a, 0x104f],
  [0x10fb, 0x10fb],
  [0x1360, 0x1368],
  [0x166d, 0x166e],
  [0x1680, 0x1680],
  [0x17d4, 0x17db],
  [0x1800, 0x180a],
  [0x2000, 0x206f],
  [0x20a0, 0x20cf],
  [0x2190, 0x2bff],
  [0x2e00, 0x2fff],
  [0x3000, 0x3004],
  [0x3008, 0x3020],
  [0x3030, 0x3030],
  [0x303d, 0x303f],
  [0x30a0, 0x30a0],
  [0x30fb, 0x30fb],
  [0xa4fe, 0xa4ff],
  [0xa60d, 0xa60f],
  [0xa830, 0xa839],
  [0xd800, 0xf8ff],
  [0xfd3e, 0xfd3f],
  [0xfe00, 0xfe6f],
  [0xfeff, 0xff0f],
  [0xff1a, 0xff20],
  [0xff3b, 0xff40],
  [0xff5b, 0xff65],
  [0xffe0, 0xffff],
  [0x1f000, 0x1faff],
  [0xe0000, 0x10ffff],
]

/** First and last character of scripts whose words have no spaces between them. */
const unspaced: readonly (readonly [number, number])[] = [
  [0xe01, 0xeff],
  [0xf40, 0xfbc],
  [0x1000, 0x1049],
  [0x1780, 0x17d3],
  [0x3005, 0x3007],
  [0x3041, 0x30ff],
  [0x31f0, 0x31ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
  [0xff66, 0xff9f],
  [0x20000, 0x3ffff],
]

/** What a character is to the words of a text. */
const characterKinds = { sign: 0, letter: 1, unspaced: 2 } as const

/** Kinds of the characters of the basic plane, one byte each. */
const kinds = kindsTable()

/** The kind of a character by its code point. */
function characterKind(code: number): number {
  if (code < 0x10000) return kinds[code]
  return within(signs, code)
    ? characterKinds.sign
    : within(unspaced, code)
      ? characterKinds.unspaced
      : characterKinds.letter
}

function kindsTable(): Uint8Array {
  const table = new Uint8Array(0x10000).fill(characterKinds.letter)
  for (const [first, last] of unspaced) table.fill(characterKinds.unspaced, first, last + 1)
  for (const [first, last] of signs) table.fill(characterKinds.sign, first, last + 1)
  return table
}

function within(ranges: readonly (readonly [number, number])[], code: number): boolean {
  return ranges.some(([first, last]) => code >= first && code <= last)
}
