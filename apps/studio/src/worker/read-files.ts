import { InputError } from '@manyview/core'
import {
  type ByteSource,
  type Dataset,
  isPictureName,
  parseManifest,
  type ReadOptions,
  readDataset,
  readMetadata,
} from '@manyview/formats'
import { refuseUnusedModels, type ThingsSettings, thingsReader } from '@manyview/formats/things'
import { blobSource } from './blob-source.ts'

/** Reads dropped files; a `views.json` among them says which is which. Texts and pictures become views, those of new samples as the recipes in `settings` say. */
export async function readFiles(
  files: readonly File[],
  options: ReadOptions,
  settings: ThingsSettings = {},
): Promise<Dataset> {
  const things = thingsReader((path) => dropped(files, path), settings)
  const manifest = files.find(({ name }) => name === 'views.json')
  // Pictures beside tables are those that the tables name.
  const tables = files.filter((file) => file !== manifest && !isPictureName(file.name))
  const sources = (tables.length > 0 ? tables : files).map(blobSource)
  const dataset = manifest
    ? await readDataset(sources, { manifest: parseManifest(manifest.name, await manifest.text()), join: options.join })
    : await readDataset(sources, { ...options, things })
  refuseUnusedModels(settings.embed ?? [], dataset.recipes)
  return dataset
}

/** The dataset with what further files say of its samples; none of it becomes a view. */
export async function withMetadata(dataset: Dataset, files: readonly File[]): Promise<Dataset> {
  let whole = dataset
  for (const file of files) {
    const { columns, ids, notes, warnings } = await readMetadata(blobSource(file), whole)
    whole = {
      ...whole,
      ids: whole.ids ?? ids,
      metadata: [...whole.metadata, ...columns],
      notes: [...whole.notes, ...notes],
      warnings: [...whole.warnings, ...warnings],
    }
  }
  return whole
}

/** A file that a table names, among those that were dropped. */
function dropped(files: readonly File[], path: string): ByteSource {
  const parts = path.split(/[\\/]/).filter((part) => part !== '.')
  const isNamed = (tail: string) => (file: File) => file.name === tail || file.name.endsWith(`/${tail}`)
  const file = files.find(isNamed(parts.join('/'))) ?? files.find(isNamed(parts.at(-1)!))
  if (!file) throw new InputError('is not among the files, drop it with the table', { code: 'file', argument: path })
  return blobSource(file)
}
