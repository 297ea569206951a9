import type { Progress } from '@manyview/core'
import { type TermKind, termKinds, termsOf } from './terms-of.ts'

/** The terms of each kind that are counted, in the order of the features. */
export type Vocabulary = Record<TermKind, string[]>

/** Most terms of a kind: those that stand in the most texts. A model keeps 30 numbers of each. */
const mostTerms = 30_000
/** A term that one text alone has says nothing about which texts are alike. */
const fewestTexts = 2
/** Characters in which terms are looked for; of longer collections a share of the texts is taken. */
const mostCharacters = 100_000_000
/** Texts between two looks at the clock. */
const step = 64

/**
 * The terms that at least two of the texts have, at most 30,000 of a kind, those of the most texts first and equal ones by their characters. The order of the texts does not matter. Of more than 100
 * million characters, texts that are picked by their content stand for all. O(characters).
 */
export function* vocabulary(texts: readonly string[]): Generator<Progress, Vocabulary> {
  const counters = { words: new TextCounter(), pairs: new TextCounter(), characters: new TextCounter() }
  const read = picked(texts)
  for (const [i, text] of read.entries()) {
    const terms = termsOf(text)
    for (const kind of termKinds) counters[kind].add(terms[kind])
    if (i % step === 0) yield { stage: 'reading texts', iteration: i, total: read.length, exact: true }
  }
  return { words: counters.words.most(), pairs: counters.pairs.most(), characters: counters.characters.most() }
}

/** In how many texts each term stands. */
class TextCounter {
  private readonly texts = new Map<string, { count: number; last: number }>()
  private text = 0

  add(terms: readonly string[]): void {
    this.text++
    for (const term of terms) {
      const textCount = this.texts.get(term)
      if (!textCount) this.texts.set(term, { count: 1, last: this.text })
      else if (textCount.last !== this.text) {
        textCount.count++
        textCount.last = this.text
      }
    }
  }

  most(): string[] {
    const shared = [...this.texts].filter(([, { count }]) => count >= fewestTexts)
    shared.sort(([a, { count: one }], [b, { count: other }]) => other - one || (a < b ? -1 : 1))
    return shared.slice(0, mostTerms).map(([term]) => term)
  }
}

/** Gives all texts or, where they have more than `mostCharacters`, a share of them that the hashes of their contents choose. */
function picked(texts: readonly string[]): readonly string[] {
  const total = texts.reduce((sum, { length }) => sum + length, 0)
  if (total <= mostCharacters) return texts
  return texts.filter((text) => hash(text) < (mostCharacters / total) * 2 ** 32)
}

/** FNV-1a of the characters, mixed so that every bit counts. */
function hash(text: string): number {
  let code = 0x811c9dc5
  for (let i = 0; i < text.length; i++) code = Math.imul(code ^ text.charCodeAt(i), 0x01000193)
  code = Math.imul(code ^ (code >>> 16), 0x85ebca6b)
  return (code ^ (code >>> 13)) >>> 0
}
