import { termKinds } from './terms-of.ts'
import type { Vocabulary } from './vocabulary.ts'

/** How the views of a column of texts were made. */
export interface TextRecipe {
  kind: 'texts'
  column: string
  vocabulary: Vocabulary
}

/** True for a recipe whose vocabulary is one. */
export function isTextRecipe({ vocabulary }: { vocabulary?: Record<string, unknown> }): boolean {
  return termKinds.every((kind) => {
    const terms = vocabulary?.[kind]
    return Array.isArray(terms) && terms.every((term) => typeof term === 'string')
  })
}
