/**
 * From things to views. `readDataset` of @manyview/formats gives the things of a dataset as columns: a text or an encoded picture per sample. `viewsOfThings(columns)` makes several views of each column,
 * named `<column> <what>` (`title words`, `photo colour`), and a recipe per column: plain data (settings, vocabulary, weights) from which the same views of new things are made, so that a saved
 * model places them without the old ones. A thing that cannot be read is never skipped silently: `broken` names it, its row of each view is empty, and the caller decides.
 *
 * Each kind of thing is one folder with one maker: `textViews` (texts/text-views.ts) and `pictureViews` (pictures/picture-views.ts) have the same shape, `ThingMaker`.
 */
export { previewThing, type ThingPreview } from './preview-thing.ts'
export { checkRecipes, type ThingRecipe, thingColumns } from './recipe.ts'
export type { ThingMaker, ThingOptions, ThingView, ThingViews } from './thing-views.ts'
export { type OpenThing, type ThingsSettings, thingsReader } from './things-reader.ts'
export { viewsOfThings } from './views-of-things.ts'
