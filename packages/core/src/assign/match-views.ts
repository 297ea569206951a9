import { InputError } from '../input-error.ts'
import type { NamedRows, PreparedRows } from '../views/prepare-views.ts'
import { counted } from '../words/index.ts'
import { ownProperty } from '../words/own-property.ts'
import type { Model } from './model.ts'

/** For each view of the model what the new samples have of it, null where nothing; refuses views of other data. */
export function matchViews(
  model: Model,
  { views }: PreparedRows,
  featureNames: Readonly<Record<string, readonly string[]>> = {},
): (NamedRows | null)[] {
  const known = model.views.map(({ name }) => `"${name}"`).join(', ')
  for (const view of views) {
    const wanted = model.views.find(({ name }) => name === view.name)
    if (!wanted)
      throw refusal(view.name, `is no view of the model, whose views are ${known}: give the new samples in those`)
    if (view.data.columns !== wanted.features)
      throw refusal(
        view.name,
        `has ${counted(view.data.columns, 'feature')} but the model's view of that name has ${wanted.features}, give the same features in the same order`,
      )
    checkNames(view.name, ownProperty(featureNames, view.name), wanted.featureNames)
  }
  const matched = model.views.map(({ name }) => views.find((view) => view.name === name) ?? null)
  if (!model.parts.some(({ view }) => matched[view]))
    throw refusal(
      views[0].name,
      `told the clusters nothing when the model was made, give at least one of the others of ${known}`,
    )
  return matched
}

function checkNames(view: string, given: readonly string[] | undefined, wanted: readonly string[] | null): void {
  if (!given || !wanted) return
  const other = wanted.findIndex((name, j) => name !== given[j])
  if (other >= 0)
    throw refusal(
      view,
      `has "${given[other]}" as feature ${other} where the model has "${wanted[other]}", give the same features in the same order`,
    )
}

function refusal(argument: string, message: string): InputError {
  return new InputError(message, { code: 'other-views', argument })
}
