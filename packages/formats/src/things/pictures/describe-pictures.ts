import type { ByteSource } from '../../bytes/byte-source.ts'
import { pacer } from '../pacer.ts'
import type { ThingOptions } from '../thing-views.ts'
import { describeFile } from './describe-file.ts'

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
