import { InputError } from '@manyview/core'
import { grouped } from '@manyview/core/words'
import type { BrokenThing, ByteSource, PictureThings } from '@manyview/formats'
import type { ThingMaker, ThingOptions } from '../thing-views.ts'
import { describeFile, pictureViewNames } from './describe-file.ts'
import { FEATURES_VERSION } from './features/describe-picture.ts'
import type { PictureRecipe } from './picture-recipe.ts'

/** Milliseconds after which a progress is told and others get a turn. */
const PACE = 100

/**
 * Views of a column of pictures: colour, texture, shape and layout, numbers that say how a picture looks and need no model. Each picture is described on its own, so that new ones need nothing of the
 * old. Pictures that `options.pictureCache` knows are not decoded again.
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
  let told = performance.now()
  for (const [sample, picture] of pictures.entries()) {
    const description = picture && (await describe(picture, options))
    if (typeof description === 'string') broken.push({ sample, name: picture!.name, reason: description })
    else if (description) {
      let at = 0
      for (const { featureNames, data } of views) {
        data.set(description.subarray(at, at + featureNames.length), sample * featureNames.length)
        at += featureNames.length
      }
    }
    if (performance.now() - told < PACE && sample + 1 < pictures.length) continue
    told = performance.now()
    options.onProgress?.({ stage: 'pictures', iteration: sample + 1, total: pictures.length, exact: true })
    await new Promise<void>((resolve) => setTimeout(resolve))
    if (options.signal?.aborted) throw options.signal.reason
  }
  await options.pictureCache?.save()
  refuseIfNone(name, pictures, broken)
  return {
    views: views.map(({ data, featureNames, ...rest }) => ({
      ...rest,
      view: { data, samples: pictures.length, features: featureNames.length },
      kind: 'numeric',
      featureNames,
    })),
    recipe: { kind: 'pictures', column: name, version: FEATURES_VERSION },
    broken,
    notes: [],
  }
}

/** The description of a picture, from the cache where it is known; in words what is wrong with it. */
async function describe(picture: ByteSource, { pictureCache }: ThingOptions): Promise<Float32Array | string> {
  const bytes = await picture.slice(0, picture.byteLength)
  const known = await pictureCache?.find(bytes)
  if (known) return known
  try {
    const description = await describeFile(bytes)
    pictureCache?.add(bytes, description)
    return description
  } catch (error) {
    return (error as Error).message
  }
}

function refuseIfNone(name: string, pictures: readonly unknown[], broken: readonly BrokenThing[]): void {
  const given = pictures.filter((picture) => picture !== null).length
  if (broken.length < given) return
  const why = given > 0 ? ` (${broken[0].name} ${broken[0].reason})` : ''
  throw new InputError(`none of ${grouped(given)} pictures can be read${why}, give JPEG, PNG, WebP or GIF files`, {
    code: 'pictures',
    argument: name,
  })
}
