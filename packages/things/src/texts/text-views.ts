import { InputError } from '@manyview/core'
import type { TextThings } from '@manyview/formats'
import type { ThingMaker } from '../thing-views.ts'
import type { TextRecipe } from './text-recipe.ts'

/** Views of a column of texts. */
export const textViews: ThingMaker<TextThings, TextRecipe> = async ({ name }) => {
  throw new InputError('texts do not become views yet', { code: 'unsupported', argument: name })
}
