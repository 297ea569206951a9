import { decodePicture } from './codecs/decode-picture.ts'
import { colourNames } from './features/colour.ts'
import { type DescribePicture, type PictureFeatures, pictureDescriber } from './features/describe-picture.ts'
import { layoutNames } from './features/layout.ts'
import { shapeNames } from './features/shape.ts'
import { textureNames } from './features/texture.ts'

/** The views of a picture with the names of their features, in the order in which a description holds them. */
export const pictureViewNames: Readonly<Record<keyof PictureFeatures, string[]>> = {
  colour: colourNames(),
  texture: textureNames(),
  shape: shapeNames(),
  layout: layoutNames(),
}

/** Numbers of a description: those of all views, one after the other, in single precision. */
export const DESCRIPTION_LENGTH = Object.values(pictureViewNames).reduce((sum, names) => sum + names.length, 0)

let describer: Promise<DescribePicture> | undefined

/** The description of an encoded picture. Throws what is wrong with it in plain words. */
export async function describeFile(bytes: Uint8Array): Promise<Float32Array> {
  const picture = await decodePicture(bytes)
  describer ??= pictureDescriber()
  const features = (await describer)(picture)
  const description = new Float32Array(DESCRIPTION_LENGTH)
  let at = 0
  for (const view of Object.keys(pictureViewNames) as (keyof PictureFeatures)[]) {
    description.set(features[view], at)
    at += features[view].length
  }
  return description
}
