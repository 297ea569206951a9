import type { PaceOptions } from '@manyview/core/runtime'
import type { ViewKind } from '../dataset/findings.ts'
import type { HeldView } from '../dataset/rows/take-samples.ts'
import type { EmbeddingModel } from './models/open-model.ts'
import type { PictureDescriber } from './pictures/describe-pictures.ts'
import type { ThingRecipe } from './recipe.ts'
import type { BrokenThing } from './thing-column.ts'

/** One view that was made of a column of things. */
export interface ThingView {
  name: string
  view: HeldView
  kind: ViewKind
  /** One name per feature, where a reader understands it: the word, the region and colour. */
  featureNames?: string[]
}

/** What a column of things became. The rows of the broken ones are empty (zeros). */
export interface ThingViews<R extends ThingRecipe = ThingRecipe> {
  views: ThingView[]
  /** How they were made, one per maker: ours, and each model. */
  recipes: R[]
  broken: BrokenThing[]
  /** What was found out and may be wrong, in plain words. */
  notes: string[]
}

/** How making views is watched and stopped; the same for every kind of thing. A progress comes at least every 200 ms of work. */
export interface ThingOptions extends PaceOptions {
  /** Who describes pictures; this thread, where nobody is given. */
  describer?: PictureDescriber
  /** Models that make one more view each, of all columns of their kind. */
  embed?: readonly EmbeddingModel[]
}

/** Makes views of a column: by a recipe of an earlier fit, or anew where it is null. */
export type ThingMaker<C, R extends ThingRecipe> = (
  column: C,
  recipe: R | null,
  options: ThingOptions,
) => Promise<ThingViews<R>>
