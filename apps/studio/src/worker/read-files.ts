import { type ByteSource, type Dataset, parseManifest, readDataset, readManifest } from '@manyview/formats'
import type { Reading } from './understood.ts'

/** A file of the browser as a source of bytes; nothing is read before it is asked for. */
export function blobSource(file: File): ByteSource {
  return {
    name: file.name,
    byteLength: file.size,
    slice: async (start, end) => new Uint8Array(await file.slice(start, end ?? file.size).arrayBuffer()),
  }
}

/** Reads dropped files; a `views.json` among them says which is which. */
export async function readFiles(files: readonly File[], { samples, kinds }: Reading): Promise<Dataset> {
  const manifest = files.find(({ name }) => name === 'views.json')
  if (!manifest) return readDataset(files.map(blobSource), { samples, kinds })
  const others = files.filter((file) => file !== manifest)
  return readManifest(parseManifest(manifest.name, await manifest.text()), others.map(blobSource))
}
