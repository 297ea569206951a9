import type { PictureRecipe } from './pictures/picture-recipe.ts'
import type { TextRecipe } from './texts/text-recipe.ts'

/** How the views of one column were made: all that new things need to become the same views. Plain JSON. */
export type ThingRecipe = TextRecipe | PictureRecipe
