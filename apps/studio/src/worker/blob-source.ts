import type { ByteSource } from '@manyview/formats'

/** A file of the browser as a source of bytes; nothing is read before it is asked for. */
export function blobSource(file: File): ByteSource {
  return {
    name: file.name,
    byteLength: file.size,
    slice: async (start, end) => new Uint8Array(await file.slice(start, end ?? file.size).arrayBuffer()),
  }
}
