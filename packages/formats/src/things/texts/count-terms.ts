import type { Progress, SparseView } from '@manyview/core'
import { type TermKind, termKinds, termsOf } from './terms-of.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Texts between two looks at the clock. */
const step = 64

/** How often each text has each term of the vocabulary: a view per kind of term. A text without any character that counts is marked as lacking them. O(characters). */
export function* countTerms(
  texts: readonly string[],
  vocabulary: Vocabulary,
): Generator<Progress, Record<TermKind, SparseView>> {
  const rows = {
    words: new SparseRows(vocabulary.words, texts.length),
    pairs: new SparseRows(vocabulary.pairs, texts.length),
    characters: new SparseRows(vocabulary.characters, texts.length),
  }
  for (const [i, text] of texts.entries()) {
    const terms = termsOf(text)
    for (const kind of termKinds) rows[kind].add(terms[kind], terms.characters.length > 0)
    if (i % step === 0) yield { stage: 'counting words', iteration: i, total: texts.length, exact: true }
  }
  return { words: rows.words.view(), pairs: rows.pairs.view(), characters: rows.characters.view() }
}

/** A sparse view that grows by a row per text. */
class SparseRows {
  private readonly places: Map<string, number>
  private readonly counts: Uint32Array
  private readonly pointers: Uint32Array
  private readonly present: Uint8Array
  private values = new Uint32Array(1024)
  private indices = new Uint32Array(1024)
  private samples = 0
  private lacking = false

  constructor(terms: readonly string[], samples: number) {
    this.places = new Map(terms.map((term, place) => [term, place]))
    this.counts = new Uint32Array(terms.length)
    this.pointers = new Uint32Array(samples + 1)
    this.present = new Uint8Array(samples)
  }

  add(terms: readonly string[], present: boolean): void {
    const touched: number[] = []
    for (const term of terms) {
      const place = this.places.get(term)
      if (place !== undefined && this.counts[place]++ === 0) touched.push(place)
    }
    touched.sort((a, b) => a - b)
    const begin = this.pointers[this.samples]
    this.reserve(begin + touched.length)
    touched.forEach((place, p) => {
      this.indices[begin + p] = place
      this.values[begin + p] = this.counts[place]
      this.counts[place] = 0
    })
    this.present[this.samples] = Number(present)
    this.lacking ||= !present
    this.pointers[++this.samples] = begin + touched.length
  }

  view(): SparseView {
    const { samples, pointers, present } = this
    const entries = pointers[samples]
    const { values, indices } = this.resized(entries)
    return { values, indices, pointers, samples, features: this.counts.length, ...(this.lacking ? { present } : {}) }
  }

  private reserve(entries: number): void {
    if (entries > this.values.length) Object.assign(this, this.resized(Math.max(entries, 2 * this.values.length)))
  }

  private resized(length: number): { values: Uint32Array; indices: Uint32Array } {
    const [values, indices] = [this.values, this.indices].map((old) => {
      const fresh = new Uint32Array(length)
      fresh.set(old.subarray(0, Math.min(length, old.length)))
      return fresh
    })
    return { values, indices }
  }
}
