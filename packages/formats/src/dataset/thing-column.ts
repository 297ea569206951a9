import type { ByteSource } from '../bytes/byte-source.ts'

/** A column of texts, one per sample; '' where a sample has none. */
export interface TextThings {
  kind: 'texts'
  name: string
  /** The file it came from. */
  source: string
  texts: string[]
}

/** A column of pictures, one encoded file per sample; null where a sample has none. */
export interface PictureThings {
  kind: 'pictures'
  name: string
  /** The file or folder it came from. */
  source: string
  pictures: (ByteSource | null)[]
}

/** Things that are not numbers yet, one per sample: `viewsOfThings` of @manyview/things makes views of them. */
export type ThingColumn = TextThings | PictureThings
