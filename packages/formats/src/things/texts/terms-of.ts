import { characterKind, characterKinds } from './letters.ts'

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
