import { type MetadataColumn, typedColumn } from '@manyview/core/metadata'
import { type Dataset, isDocumentName, isPictureName, readMetadata } from '@manyview/formats'
import { blobSource } from './blob-source.ts'

/** Characters of a column's values on average from which on they are texts, which the page asks for sample by sample. */
const textLength = 60
/** Files above these bytes are not read a second time for the columns that became no view. */
const largestFile = 200e6

/** What the files say of the samples besides the views. */
export interface Sheet {
  columns: MetadataColumn[]
  /** Names of the columns of long texts; their values stay in the worker. */
  texts: string[]
}

/** A column of long texts, one per sample. */
export interface TextColumn {
  name: string
  values: readonly string[]
}

/**
 * Every column of the files that is no feature of a view: metadata, classes, texts, and what the reader had no use for, such as links. `samples` are those of the whole files, `rows` the places of
 * those that are taken of them. O(cells).
 */
export async function readSheet(
  dataset: Dataset,
  files: readonly File[],
  samples: { ids: readonly string[] | null; samples: number },
  rows: readonly number[] | undefined,
): Promise<{ sheet: Sheet; texts: TextColumn[] }> {
  const raw = new Map<string, readonly string[]>()
  for (const { name, values } of [...dataset.labels, ...dataset.metadata]) raw.set(name, values)
  for (const column of dataset.things) if (column.kind === 'texts') raw.set(column.name, column.texts)
  const features = new Set(dataset.views.flatMap(({ featureNames = [] }) => featureNames))
  const names = new Set(samples.ids)
  const pictures = new Set(dataset.things.map(({ name }) => name))
  for (const file of files.filter(isTable)) {
    // A file that does not describe samples row by row, as one with samples in columns, adds nothing.
    const metadata = await readMetadata(blobSource(file), samples).catch(() => null)
    for (const { name, values } of metadata?.columns ?? [])
      if (!raw.has(name) && !features.has(name) && !names.has(name) && !pictures.has(name))
        raw.set(name, rows ? rows.map((row) => values[row]) : values)
  }
  const texts: TextColumn[] = []
  const columns: MetadataColumn[] = []
  for (const [name, values] of raw)
    if (isLong(values)) texts.push({ name, values })
    else columns.push(typedColumn(name, values))
  return { sheet: { columns, texts: texts.map(({ name }) => name) }, texts }
}

function isTable({ name, size }: File): boolean {
  return !isPictureName(name) && !isDocumentName(name) && name !== 'views.json' && size <= largestFile
}

function isLong(values: readonly string[]): boolean {
  const filled = values.filter((value) => value !== '')
  return filled.reduce((sum, value) => sum + value.length, 0) > textLength * Math.max(1, filled.length)
}
