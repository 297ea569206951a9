import type { ByteSource } from '../../bytes/byte-source.ts'
import { pacer } from '../pacer.ts'
import type { ThingOptions } from '../thing-views.ts'
import { decodePicture } from './codecs/decode-picture.ts'
import { colourNames } from './features/colour.ts'
import { type DescribePicture, type PictureFeatures, pictureDescriber } from './features/describe-picture.ts'
import { layoutNames } from './features/layout.ts'
import { shapeNames } from './features/shape.ts'
import { textureNames } from './features/texture.ts'

/** Who describes encoded pictures, if it is not this thread alone: threads, or a cache of what is known. */
export interface PictureDescriber {
  /** The description of a picture, as `describeFile` gives it; rejects with what is wrong with it in plain words. */
  describe(bytes: Uint8Array): Promise<Float32Array>
  /** Pictures that it works on side by side. */
  readonly atOnce: number
  /** Ends the work, whether all was done or not; what should be known of it, in plain words. */
  end(): Promise<string[]>
}

const thisThread: PictureDescriber = { describe: describeFile, atOnce: 1, end: async () => [] }

/** Describes all pictures, several at once: `each` gets the place of a picture with its description, or with what is wrong with it. Gives what should be known. */
export async function describePictures(
  pictures: readonly (ByteSource | null)[],
  { describer = thisThread, ...options }: ThingOptions,
  each: (sample: number, description: Float32Array | string) => void,
): Promise<string[]> {
  const total = pictures.length
  const pace = pacer('pictures', total, options)
  let next = 0
  const work = async () => {
    while (next < total) {
      const sample = next++
      const picture = pictures[sample]
      if (picture) {
        const bytes = await picture.slice(0, picture.byteLength)
        each(sample, await describer.describe(bytes).catch((error: Error) => error.message))
      }
      await pace()
    }
  }
  let notes: string[] = []
  try {
    await Promise.all(Array.from({ length: describer.atOnce }, work))
  } finally {
    notes = await describer.end()
  }
  return notes
}

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
