import { badFile } from '../../bytes/bad-file.ts'
import { entries } from '../../bytes/stored-value.ts'
import type { Hdf5Bytes } from './bytes.ts'
import { type Chunk, mostChunks } from './chunks.ts'

/** What an index of chunks is made for: current and largest lengths (Infinity where unlimited), and the chunks' own. */
export interface ChunkGrid {
  shape: number[]
  maxShape: number[]
  chunkShape: number[]
  chunkBytes: number
}

/** Gives the origin of chunk number i: numbers run over all chunks there may ever be, an unlimited dimension slowest. `count` is how many can be in the array as it is. */
export function numberChunks(file: Hdf5Bytes, { shape, maxShape, chunkShape }: ChunkGrid) {
  const unlimited = maxShape.indexOf(Number.POSITIVE_INFINITY)
  const order = shape.map((_, d) => d).sort((a, b) => Number(b === unlimited) - Number(a === unlimited) || a - b)
  const lengths = order.map((d) => Math.ceil((d === unlimited ? shape[d] : maxShape[d]) / chunkShape[d]))
  const count = entries(lengths)
  if (!(count <= mostChunks))
    throw badFile(
      file.name,
      `has room for ${count} chunks in a dataset (limit ${mostChunks}), save it with larger ones`,
    )
  const origin = (index: number) => {
    const place = new Array<number>(shape.length)
    for (let k = order.length - 1, rest = index; k >= 0; k--) {
      place[order[k]] = (rest % lengths[k]) * chunkShape[order[k]]
      rest = Math.floor(rest / lengths[k])
    }
    return place
  }
  return { count, origin }
}

/** True for a chunk that holds some of the array as it is. */
export function isInside({ origin }: Chunk, { shape }: ChunkGrid): boolean {
  return origin.every((start, d) => start < shape[d])
}
