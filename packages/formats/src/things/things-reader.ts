import { InputError } from '@manyview/core'
import { grouped } from '@manyview/core/words'
import type { ByteSource } from '../bytes/byte-source.ts'
import type { DatasetView } from '../dataset/findings.ts'
import { modelsFor, modelView } from './models/model-views.ts'
import { pictureViews } from './pictures/picture-views.ts'
import type { ThingRecipe } from './recipe.ts'
import { textViews } from './texts/text-views.ts'
import type { BrokenThing, ThingColumn, ThingReading } from './thing-column.ts'
import type { ThingOptions, ThingViews } from './thing-views.ts'

/** Opens a picture that a table (the name of its file) names by a path. */
export type OpenThing = (path: string, table: string) => ByteSource

/** What making views needs beside the things: the recipes of an earlier fit where there was one. */
export interface ThingsSettings extends ThingOptions {
  recipes?: readonly ThingRecipe[]
}

/** Makes views of things while `readDataset` reads: its option `things`. */
export function thingsReader(open: OpenThing, settings: ThingsSettings = {}): ThingReading {
  return {
    open,
    mayLack: settings.recipes !== undefined,
    async makeViews(columns, skipBroken) {
      const answers = await viewsOfThings(columns, settings)
      const skipped = columns.flatMap((column, c) => sayBroken(column, answers[c], skipBroken))
      return {
        views: answers.flatMap(({ views }, c): DatasetView[] =>
          views.map((view) => ({ ...view, source: columns[c].source })),
        ),
        recipes: answers.flatMap(({ recipes }) => recipes),
        warnings: [...skipped, ...answers.flatMap(({ notes }) => notes)],
      }
    },
  }
}

/** Refuses a column with things that cannot be read, or says what was skipped. */
function sayBroken(column: ThingColumn, { broken }: ThingViews, skip: boolean): string[] {
  const all: BrokenThing[] = [...(column.broken ?? []), ...broken]
  if (all.length === 0) return []
  const total = column.kind === 'texts' ? column.texts.length : column.pictures.length
  const shown = all.slice(0, 3).map(({ name, reason }) => `${name}: ${reason}`)
  const message = `${grouped(all.length)} of ${grouped(total)} ${column.kind} cannot be read (${shown.join('; ')}${all.length > 3 ? '; …' : ''})`
  if (skip) return [`${column.name}: ${message}, skipped`]
  throw new InputError(`${message}, correct them or leave them out with --skip-broken`, {
    code: 'bad-thing',
    argument: column.name,
    details: { broken: all.length, total },
  })
}

/** The views of each column, in the order of the columns. Models in `embed` add a view each. With `recipes`, those of an earlier fit, each column becomes the views that it became then. Samples that have no thing, or a broken one, are marked as lacking the views. */
export async function viewsOfThings(
  columns: readonly ThingColumn[],
  options: ThingOptions & { recipes?: readonly ThingRecipe[] } = {},
): Promise<ThingViews[]> {
  const { recipes, ...settings } = options
  const list: ThingViews[] = []
  for (const column of columns) {
    const recipe = recipes ? recipeOf(column, recipes) : null
    const views: ThingViews =
      column.kind === 'texts'
        ? await textViews(column, recipe as null, settings)
        : await pictureViews(column, recipe as null, settings)
    for (const model of modelsFor(column, options)) {
      const { view, recipe } = await modelView(column, model, settings)
      views.views.push(view)
      views.recipes.push(recipe)
    }
    list.push(withMarks(column, views))
  }
  return list
}

function recipeOf({ name, kind }: ThingColumn, recipes: readonly ThingRecipe[]): ThingRecipe {
  const match = recipes.find((recipe) => recipe.column === name && recipe.kind === kind)
  if (!match)
    throw new InputError(
      `there is no column of ${kind} "${name}" in the model, it has ${recipes.map(({ column }) => column).join(', ')}`,
      { code: 'unknown-view', argument: name },
    )
  return match
}

/** Marks the samples of views whose thing could not be read as lacking them. */
function withMarks(column: ThingColumn, answer: ThingViews): ThingViews {
  const broken = new Set(answer.broken.map(({ sample }) => sample))
  const has =
    column.kind === 'texts' ? column.texts.map((text) => text !== '') : column.pictures.map((file) => file !== null)
  const present = Uint8Array.from(has, (one, i) => Number(one && !broken.has(i)))
  if (!present.includes(0)) return answer
  const views = answer.views.map((each) => {
    const marks = each.view.present
    return { ...each, view: { ...each.view, present: present.map((mark, i) => mark & Number(marks?.[i] ?? 1)) } }
  })
  return { ...answer, views }
}
