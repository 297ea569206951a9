import { InputError } from '@manyview/core'
import type { ThingColumn } from '@manyview/formats'
import { pictureViews } from './pictures/picture-views.ts'
import type { ThingRecipe } from './recipe.ts'
import { textViews } from './texts/text-views.ts'
import type { ThingOptions, ThingViews } from './thing-views.ts'

/** The views of each column, in the order of the columns. With `recipes`, those of an earlier fit, each column becomes the views that it became then. */
export async function viewsOfThings(
  columns: readonly ThingColumn[],
  options: ThingOptions & { recipes?: readonly ThingRecipe[] } = {},
): Promise<ThingViews[]> {
  const { recipes, ...rest } = options
  const made: ThingViews[] = []
  for (const column of columns) {
    const recipe = recipes ? recipeOf(column, recipes) : null
    if (column.kind === 'texts') made.push(await textViews(column, recipe as null, rest))
    else made.push(await pictureViews(column, recipe as null, rest))
  }
  return made
}

function recipeOf({ name, kind }: ThingColumn, recipes: readonly ThingRecipe[]): ThingRecipe {
  const found = recipes.find((recipe) => recipe.column === name && recipe.kind === kind)
  if (!found)
    throw new InputError(
      `there is no column of ${kind} "${name}" in the model, it has ${recipes.map(({ column }) => column).join(', ')}`,
      { code: 'unknown-view', argument: name },
    )
  return found
}
