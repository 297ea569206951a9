import { type ByteSource, type Dataset, parseManifest, type ReadOptions, readDataset } from '@manyview/formats'

/** A file of the browser as a source of bytes; nothing is read before it is asked for. */
export function blobSource(file: File): ByteSource {
  return {
    name: file.name,
    byteLength: file.size,
    slice: async (start, end) => new Uint8Array(await file.slice(start, end ?? file.size).arrayBuffer()),
  }
}

/** Reads dropped files; a `views.json` among them says which is which. */
export async function readFiles(files: readonly File[], options: ReadOptions): Promise<Dataset> {
  const manifest = files.find(({ name }) => name === 'views.json')
  if (!manifest) return readDataset(files.map(blobSource), options)
  const others = files.filter((file) => file !== manifest)
  return readDataset(others.map(blobSource), {
    manifest: parseManifest(manifest.name, await manifest.text()),
    join: options.join,
  })
}
