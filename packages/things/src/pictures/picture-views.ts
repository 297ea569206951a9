import { InputError } from '@manyview/core'
import type { PictureThings } from '@manyview/formats'
import type { ThingMaker } from '../thing-views.ts'
import type { PictureRecipe } from './picture-recipe.ts'

/** Views of a column of pictures. */
export const pictureViews: ThingMaker<PictureThings, PictureRecipe> = async ({ name }) => {
  throw new InputError('pictures do not become views yet', { code: 'unsupported', argument: name })
}
