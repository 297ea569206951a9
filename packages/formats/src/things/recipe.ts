import { InputError } from '@manyview/core'
import { isModelRecipe, type ModelRecipe } from './models/model-recipe.ts'
import { termKinds } from './texts/terms-of.ts'
import type { Vocabulary } from './texts/vocabulary.ts'

/** How the views of one column were made: all that new things need to become the same views. Plain JSON. */
export type ThingRecipe = TextRecipe | PictureRecipe | ModelRecipe

const isRecipe: Record<ThingRecipe['kind'], (recipe: object) => boolean> = {
  texts: isTextRecipe,
  pictures: () => true,
  model: isModelRecipe,
}

/** The columns of texts and pictures that new samples are read with. */
export function thingColumns(recipes: readonly ThingRecipe[]): { texts: string[]; pictures: string[] } {
  const named = (kind: ThingRecipe['kind']) =>
    recipes.filter((recipe) => recipe.kind === kind).map(({ column }) => column)
  return { texts: named('texts'), pictures: named('pictures') }
}

/** The recipes that a model (`name` in messages) holds; what is none gives an InputError. */
export function checkRecipes(value: unknown, name: string): ThingRecipe[] {
  const recipes = Array.isArray(value) ? value : []
  for (const recipe of recipes)
    if (typeof recipe?.column !== 'string' || !isRecipe[recipe.kind as ThingRecipe['kind']]?.(recipe))
      throw new InputError(
        'says of texts or pictures what no Manyview has written, make it again with "manyview fit --model"',
        {
          code: 'bad-model',
          argument: name,
        },
      )
  return recipes
}

/** How the views of a column of pictures were made. */
export interface PictureRecipe {
  kind: 'pictures'
  column: string
  /** FEATURES_VERSION of the Manyview that made them. */
  version: number
}

/** How the views of a column of texts were made. */
export interface TextRecipe {
  kind: 'texts'
  column: string
  vocabulary: Vocabulary
}

/** True for a recipe whose vocabulary is one. */
function isTextRecipe({ vocabulary }: { vocabulary?: Record<string, unknown> }): boolean {
  return termKinds.every((kind) => {
    const terms = vocabulary?.[kind]
    return Array.isArray(terms) && terms.every((term) => typeof term === 'string')
  })
}
