import { availableParallelism } from 'node:os'
import type { PictureDescriber } from '@manyview/formats/things'
import { defaultCacheFolder } from '../../bin/cache-folder.js'
import { checkWritable } from '../writing/check-writable.ts'
import type { PictureCache } from './picture-cache.ts'
import { PictureThreads } from './picture-threads.ts'

/** How pictures are described. */
export interface DescriberOptions {
  /** Folder of descriptions that are known, by default the user's own; null: nothing is kept. */
  cache?: string | null
  /** By default as many as the machine runs side by side. */
  threads?: number
}

/** Describes pictures on threads and remembers descriptions from run to run. */
export function fileDescriber({ cache, threads = availableParallelism() }: DescriberOptions = {}): PictureDescriber {
  let opened: Promise<PictureCache> | undefined
  const crew = new PictureThreads(threads)
  let trouble: string | null = null
  /** Where no folder was asked for, one that cannot be used costs time and no result. */
  const orLater = async (work: Promise<void>) => {
    try {
      await work
    } catch (error) {
      if (cache !== undefined) throw error
      trouble ??= `descriptions of pictures are not kept for the next run (${(error as Error).message}), name another folder with --cache`
    }
  }
  // Before the first picture and not after the last: describing them may take hours.
  let checked: Promise<void> | undefined
  return {
    atOnce: crew.size,
    async describe(bytes) {
      if (cache === null) return crew.describe(bytes)
      const pictureCache = await (opened ??= openCache(cache))
      await (checked ??= orLater(checkWritable(pictureCache.folder)))
      const key = pictureCache.keyOf(bytes)
      const earlier = await pictureCache.find(key)
      if (earlier) return earlier
      const description = await crew.describe(bytes)
      if (!trouble) await orLater(pictureCache.add(key, description))
      return description
    },
    async end() {
      await crew.end()
      const pictureCache = await opened
      if (pictureCache && !trouble) await orLater(pictureCache.save())
      await pictureCache?.close()
      return trouble ? [trouble] : []
    },
  }
}

/** Loaded with the first picture. */
async function openCache(folder?: string): Promise<PictureCache> {
  const { PictureCache } = await import('./picture-cache.ts')
  return new PictureCache(folder ?? defaultCacheFolder())
}
