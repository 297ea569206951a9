import { InputError } from '@manyview/core'
import { isModelRecipe, type ModelRecipe } from './models/model-recipe.ts'
import type { PictureRecipe } from './pictures/picture-recipe.ts'
import { isTextRecipe, type TextRecipe } from './texts/text-recipe.ts'

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
