import { InputError } from '@manyview/core'
import { modelsFor, modelView } from './models/model-views.ts'
import { pictureViews } from './pictures/picture-views.ts'
import type { ThingRecipe } from './recipe.ts'
import { textViews } from './texts/text-views.ts'
import type { ThingColumn } from './thing-column.ts'
import type { ThingOptions, ThingViews } from './thing-views.ts'

/** The views of each column, in the order of the columns. Models in `embed` add a view each. With `recipes`, those of an earlier fit, each column becomes the views that it became then. Samples that have no thing, or a broken one, are marked as lacking the views. */
export async function viewsOfThings(
  columns: readonly ThingColumn[],
  options: ThingOptions & { recipes?: readonly ThingRecipe[] } = {},
): Promise<ThingViews[]> {
  const { recipes, ...rest } = options
  const made: ThingViews[] = []
  for (const column of columns) {
    const recipe = recipes ? recipeOf(column, recipes) : null
    const own: ThingViews =
      column.kind === 'texts'
        ? await textViews(column, recipe as null, rest)
        : await pictureViews(column, recipe as null, rest)
    for (const model of modelsFor(column, options)) {
      const { view, recipe } = await modelView(column, model, rest)
      own.views.push(view)
      own.recipes.push(recipe)
    }
    made.push(withMarks(column, own))
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

/** Marks the samples of views whose thing could not be read as lacking them. */
function withMarks(column: ThingColumn, own: ThingViews): ThingViews {
  const broken = new Set(own.broken.map(({ sample }) => sample))
  const has =
    column.kind === 'texts' ? column.texts.map((text) => text !== '') : column.pictures.map((file) => file !== null)
  const present = Uint8Array.from(has, (one, i) => Number(one && !broken.has(i)))
  if (!present.includes(0)) return own
  const views = own.views.map((each) => {
    const marks = each.view.present
    return { ...each, view: { ...each.view, present: present.map((mark, i) => mark & Number(marks?.[i] ?? 1)) } }
  })
  return { ...own, views }
}
