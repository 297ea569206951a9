import { InputError } from '@manyview/core'
import { complete, drive } from '@manyview/core/runtime'
import type { TextRecipe } from '../recipe.ts'
import type { TextThings } from '../thing-column.ts'
import type { ThingMaker } from '../thing-views.ts'
import { countTerms } from './count-terms.ts'
import { termKinds } from './terms-of.ts'
import { type Vocabulary, vocabulary } from './vocabulary.ts'

/**
 * Views of a column of texts: how often each text has each word, each pair of words and each four characters, plain counts that the default method weighs as words. Kinds of which no term is in two
 * texts have no view.
 */
export const textViews: ThingMaker<TextThings, TextRecipe> = async ({ name, texts }, recipe, options) => {
  const known: Vocabulary = recipe?.vocabulary ?? (await complete(drive(vocabulary(texts), options)))
  const kinds = termKinds.filter((kind) => known[kind].length > 0)
  if (kinds.length === 0)
    throw new InputError('no two texts have a word in common, give another column', { code: 'texts', argument: name })
  const counts = await complete(drive(countTerms(texts, known), options))
  return {
    views: kinds.map((kind) => ({
      name: `${name} ${kind}`,
      view: counts[kind],
      kind: 'counts',
      // Parts of words are no names that a reader understands.
      ...(kind === 'characters' ? {} : { featureNames: known[kind] }),
    })),
    recipes: [{ kind: 'texts', column: name, vocabulary: known }],
    broken: [],
    notes: [],
  }
}
