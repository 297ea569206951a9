import { InputError } from '@manyview/core'
import {
  type ByteSource,
  type Dataset,
  parseManifest,
  type ReadOptions,
  readDataset,
  readMetadata,
} from '@manyview/formats'
import { type ThingsSettings, thingsReader } from '@manyview/things'

/** A file of the browser as a source of bytes; nothing is read before it is asked for. */
export function blobSource(file: File): ByteSource {
  return {
    name: file.name,
    byteLength: file.size,
    slice: async (start, end) => new Uint8Array(await file.slice(start, end ?? file.size).arrayBuffer()),
  }
}

/** Reads dropped files; a `views.json` among them says which is which. Texts and pictures become views, those of new samples as the recipes in `settings` say. */
export async function readFiles(
  files: readonly File[],
  options: ReadOptions,
  settings?: ThingsSettings,
): Promise<Dataset> {
  const things = thingsReader((path) => dropped(files, path), settings)
  const manifest = files.find(({ name }) => name === 'views.json')
  if (!manifest) return readDataset(files.map(blobSource), { ...options, things })
  const others = files.filter((file) => file !== manifest)
  return readDataset(others.map(blobSource), {
    manifest: parseManifest(manifest.name, await manifest.text()),
    join: options.join,
  })
}

/** The dataset with what further files say of its samples; none of it becomes a view. */
export async function withMetadata(dataset: Dataset, files: readonly File[]): Promise<Dataset> {
  let whole = dataset
  for (const file of files) {
    const { columns, notes, warnings } = await readMetadata(blobSource(file), dataset)
    whole = {
      ...whole,
      metadata: [...whole.metadata, ...columns],
      notes: [...whole.notes, ...notes],
      warnings: [...whole.warnings, ...warnings],
    }
  }
  return whole
}

/** A file that a table names, among those that were dropped. */
function dropped(files: readonly File[], path: string): ByteSource {
  const name = path.split(/[\\/]/).pop()
  const file = files.find((each) => each.name === name)
  if (!file) throw new InputError('is not among the files, drop it with the table', { code: 'file', argument: path })
  return blobSource(file)
}
