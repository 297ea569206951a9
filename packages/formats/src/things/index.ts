/**
 * From things to views. `readDataset` of @manyview/formats gives the things of a dataset as columns: a text or an encoded picture per sample. `viewsOfThings(columns)` makes several views of each column,
 * named `<column> <what>` (`title words`, `photo colour`), and a recipe per column: plain data (settings, vocabulary, weights) from which the same views of new things are made, so that a saved
 * model places them without the old ones. A thing that cannot be read is never skipped silently: `broken` names it, its row of each view is empty, and the caller decides.
 *
 * A model that people have (`openModel`, option `embed`) adds a view of its own, named after its folder.
 *
 * Each kind of thing is one folder with one maker: `textViews` (texts/text-views.ts) and `pictureViews` (pictures/picture-views.ts) have the same shape, `ThingMaker`.
 */
export { type ModelRuntime, usedModels } from './models/model-recipe.ts'
export { refuseUnusedModels } from './models/model-views.ts'
export { type EmbeddingModel, openModel } from './models/open-model.ts'
export { DESCRIPTION_LENGTH, describeFile, type PictureDescriber } from './pictures/describe-pictures.ts'
export { FEATURES_VERSION } from './pictures/features/describe-picture.ts'
export { encodeJpeg } from './pictures/thumbnail.ts'
export { previewSample, type SamplePreview } from './preview.ts'
export { checkRecipes, type ThingRecipe, thingColumns } from './recipe.ts'
export type { ThingMaker, ThingOptions, ThingView, ThingViews } from './thing-views.ts'
export { type OpenThing, type ThingsSettings, thingsReader, viewsOfThings } from './things-reader.ts'
