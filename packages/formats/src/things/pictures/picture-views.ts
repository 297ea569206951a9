import { InputError } from '@manyview/core'
import { grouped } from '@manyview/core/words'
import type { PictureRecipe } from '../recipe.ts'
import type { BrokenThing, PictureThings } from '../thing-column.ts'
import type { ThingMaker } from '../thing-views.ts'
import { describePictures, pictureViewNames } from './describe-pictures.ts'
import { FEATURES_VERSION } from './features/describe-picture.ts'

/**
 * Views of a column of pictures: colour, texture, shape and layout, numbers that say how a picture looks and need no model. Each picture is described on its own, so that new ones need nothing of the
 * old.
 */
export const pictureViews: ThingMaker<PictureThings, PictureRecipe> = async ({ name, pictures }, recipe, options) => {
  if (recipe && recipe.version !== FEATURES_VERSION)
    throw new InputError(
      `were described in another way when the model was made (${recipe.version}, now ${FEATURES_VERSION}), make it again with "manyview fit --model"`,
      { code: 'bad-model', argument: name },
    )
  const views = Object.entries(pictureViewNames).map(([view, featureNames]) => ({
    name: `${name} ${view}`,
    featureNames,
    data: new Float64Array(pictures.length * featureNames.length),
  }))
  const broken: BrokenThing[] = []
  const notes = await describePictures(pictures, options, (sample, description) => {
    if (typeof description === 'string') {
      broken.push({ sample, name: pictures[sample]!.name, reason: description })
      return
    }
    let at = 0
    for (const { featureNames, data } of views) {
      data.set(description.subarray(at, at + featureNames.length), sample * featureNames.length)
      at += featureNames.length
    }
  })
  broken.sort((a, b) => a.sample - b.sample)
  refuseIfNone(name, pictures, broken)
  return {
    views: views.map(({ data, featureNames, ...outline }) => ({
      ...outline,
      view: { data, samples: pictures.length, features: featureNames.length },
      kind: 'numeric',
      featureNames,
    })),
    recipes: [{ kind: 'pictures', column: name, version: FEATURES_VERSION }],
    broken,
    notes,
  }
}

function refuseIfNone(name: string, pictures: readonly unknown[], broken: readonly BrokenThing[]): void {
  const pictureCount = pictures.filter((picture) => picture !== null).length
  if (broken.length < pictureCount) return
  const why = pictureCount > 0 ? ` (${broken[0].name} ${broken[0].reason})` : ''
  throw new InputError(
    `${pictureCount === 1 ? 'the picture cannot be read' : `none of ${grouped(pictureCount)} pictures can be read`}${why}, give JPEG, PNG, WebP or GIF files`,
    {
      code: 'pictures',
      argument: name,
    },
  )
}
