import { InputError, type Progress, type SparseView } from '@manyview/core'
import { complete, drive } from '@manyview/core/runtime'
import type { TextRecipe } from '../recipe.ts'
import type { TextThings } from '../thing-column.ts'
import type { ThingMaker } from '../thing-views.ts'
import { type TermKind, termKinds, termsOf } from './terms-of.ts'
import { type Vocabulary, vocabulary } from './vocabulary.ts'

/**
 * Views of a column of texts: how often each text has each word, each pair of words and each four characters, plain counts that the default method weighs as words. Kinds of which no term is in two
 * texts have no view.
 */
export const textViews: ThingMaker<TextThings, TextRecipe> = async ({ name, texts }, recipe, options) => {
  const terms: Vocabulary = recipe?.vocabulary ?? (await complete(drive(vocabulary(texts), options)))
  const kinds = termKinds.filter((kind) => terms[kind].length > 0)
  if (kinds.length === 0)
    throw new InputError('no two texts have a word in common, give another column', { code: 'texts', argument: name })
  const counts = await complete(drive(countTerms(texts, terms), options))
  return {
    views: kinds.map((kind) => ({
      name: `${name} ${kind}`,
      view: counts[kind],
      kind: 'counts',
      // Parts of words are no names that a reader understands.
      ...(kind === 'characters' ? {} : { featureNames: terms[kind] }),
    })),
    recipes: [{ kind: 'texts', column: name, vocabulary: terms }],
    broken: [],
    notes: [],
  }
}

/** Texts between two looks at the clock. */
const step = 64

/** How often each text has each term of the vocabulary: a view per kind of term. A text without any character that counts is marked as lacking them. O(characters). */
function* countTerms(
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
