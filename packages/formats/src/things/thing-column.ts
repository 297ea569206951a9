import type { ByteSource } from '../bytes/byte-source.ts'
import type { DatasetView } from '../dataset/findings.ts'
import { isDataFile } from '../readers/archive/data-files.ts'

/** A thing that could not be read: the place of its sample, its own name (a path), and why. */
export interface BrokenThing {
  sample: number
  name: string
  reason: string
}

interface Column {
  name: string
  /** The file or folder it came from. */
  source: string
  /** Things that are named but could not be opened; they are missing in the column. */
  broken?: BrokenThing[]
}

/** A column of texts, one per sample; '' where a sample has none. */
export interface TextThings extends Column {
  kind: 'texts'
  texts: string[]
}

/** A column of pictures, one encoded file per sample; null where a sample has none. */
export interface PictureThings extends Column {
  kind: 'pictures'
  pictures: (ByteSource | null)[]
}

/** Things that are not numbers yet, one per sample: `viewsOfThings` of @manyview/formats/things makes views of them. */
export type ThingColumn = TextThings | PictureThings

/** What only the caller can do with things. Without it columns of texts and pictures are left out. */
export interface ThingReading {
  /** Opens a picture that a table (the name of its file) names by a path; an InputError says why it cannot. */
  open(path: string, table: string): ByteSource
  /** True: columns that are named may be missing, as new samples may lack views. */
  readonly mayLack?: boolean
  /** The views of all columns; things that cannot be read are refused unless `skipBroken`. */
  makeViews(columns: readonly ThingColumn[], skipBroken: boolean): Promise<MadeViews>
}

/** Views that were made of things, in which samples that lack them are marked. */
export interface MadeViews {
  views: DatasetView[]
  /** How they were made, as plain data: what a model needs to make them of new things. */
  recipes: object[]
  warnings: string[]
}

const picture = /\.(jpe?g|jfif|png|webp|gif|avif)$/i
const document = /\.(txt|text|md|markdown|html?)$/i

/** True for the name of a picture that may be decoded. */
export function isPictureName(name: string): boolean {
  return picture.test(name)
}

/** The pictures or the texts among the files of a folder or an archive, whichever are more; none beside files of numbers. Hidden files never count. */
export function thingsAmong(names: readonly string[]): string[] {
  const visible = names.filter((name) => !name.split(/[\\/]/).some((part) => /^(\.(?!\.?$)|__MACOSX$)/.test(part)))
  if (visible.some((name) => isDataFile(name) && !isDocumentName(name))) return []
  const pictures = visible.filter(isPictureName)
  const documents = visible.filter(isDocumentName)
  return pictures.length > documents.length ? pictures : documents
}

/** True for the name of a file that may be one text: plain, Markdown or HTML. */
export function isDocumentName(name: string): boolean {
  return document.test(name)
}
