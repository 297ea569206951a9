import { foldText } from './fold-text.ts'
import { runsOf } from './runs-of.ts'

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
