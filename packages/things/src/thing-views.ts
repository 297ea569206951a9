import type { HeldView, ViewKind } from '@manyview/formats'
import type { ThingRecipe } from './recipe.ts'

/** One view that was made of a column of things. */
export interface ThingView {
  name: string
  view: HeldView
  kind: ViewKind
  /** One name per feature that a reader understands: the word, the region and colour. */
  featureNames: string[]
}

/** A thing that could not be read: the place of its sample, its own name (a path, or the id's), and why. */
export interface BrokenThing {
  sample: number
  name: string
  reason: string
}

/** What a column of things became. The rows of the broken ones are empty (zeros). */
export interface ThingViews<R extends ThingRecipe = ThingRecipe> {
  views: ThingView[]
  recipe: R
  broken: BrokenThing[]
  /** What was found out and may be wrong, in plain words. */
  notes: string[]
}

/** How things become views; the same for every kind. */
export interface ThingOptions {
  /** Called as things are done, at least every 200 ms: how many of all. */
  onProgress?: (done: number, total: number) => void
  signal?: AbortSignal
}

/** Makes views of a column: by a recipe of an earlier fit, or anew where it is null. */
export type ThingMaker<C, R extends ThingRecipe> = (
  column: C,
  recipe: R | null,
  options: ThingOptions,
) => Promise<ThingViews<R>>
