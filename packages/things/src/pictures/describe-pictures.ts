import type { ByteSource } from '@manyview/formats'
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

/** Milliseconds after which a progress is told and others get a turn. */
const PACE = 100

const thisThread: PictureDescriber = { describe: describeFile, atOnce: 1, end: async () => [] }

/** Describes all pictures, several at once: `each` gets the place of a picture with its description, or with what is wrong with it. Gives what should be known. */
export async function describePictures(
  pictures: readonly (ByteSource | null)[],
  { describer = thisThread, signal, onProgress }: ThingOptions,
  each: (sample: number, description: Float32Array | string) => void,
): Promise<string[]> {
  const total = pictures.length
  let next = 0
  let done = 0
  let told = performance.now()
  const work = async () => {
    while (next < total) {
      const sample = next++
      const picture = pictures[sample]
      if (picture) {
        const bytes = await picture.slice(0, picture.byteLength)
        each(sample, await describer.describe(bytes).catch((error: Error) => error.message))
      }
      done++
      if (performance.now() - told < PACE && done < total) continue
      told = performance.now()
      onProgress?.({ stage: 'pictures', iteration: done, total, exact: true })
      await new Promise<void>((resolve) => setTimeout(resolve))
      if (signal?.aborted) throw signal.reason
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
