import type { PaceOptions } from '@manyview/core'
import type { BrokenThing, HeldView, ViewKind } from '@manyview/formats'
import type { ThingRecipe } from './recipe.ts'

/** One view that was made of a column of things. */
export interface ThingView {
  name: string
  view: HeldView
  kind: ViewKind
  /** One name per feature that a reader understands: the word, the region and colour. */
  featureNames: string[]
}

/** What a column of things became. The rows of the broken ones are empty (zeros). */
export interface ThingViews<R extends ThingRecipe = ThingRecipe> {
  views: ThingView[]
  recipe: R
  broken: BrokenThing[]
  /** What was found out and may be wrong, in plain words. */
  notes: string[]
}

/** How making views is watched and stopped; the same for every kind of thing. A progress comes at least every 200 ms of work. */
export type ThingOptions = PaceOptions

/** Makes views of a column: by a recipe of an earlier fit, or anew where it is null. */
export type ThingMaker<C, R extends ThingRecipe> = (
  column: C,
  recipe: R | null,
  options: ThingOptions,
) => Promise<ThingViews<R>>
