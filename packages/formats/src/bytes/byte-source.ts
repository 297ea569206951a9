/** Bytes that can be read in parts: a file, a Blob, a download or memory. `slice(start, end)` gives the bytes from start up to but not including end. */
export interface ByteSource {
  readonly name: string
  readonly byteLength: number
  /** Where the bytes lie, if they are a file's. */
  readonly path?: string
  slice(start: number, end?: number): Promise<Uint8Array>
  /** Fills `target` with the bytes from `start`, all of which must be there. Sources that can do without a new array have it. */
  readInto?(target: Uint8Array, start: number): Promise<void>
  /** Gives other work a turn, and fails when reading is to end. Readers call it between parts, since bytes in memory are there at once. */
  pause?(): Promise<void>
}

/** A source over bytes in memory. Slices are views of `bytes`, not copies. */
export function bytesSource(name: string, bytes: Uint8Array): ByteSource {
  const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { name, byteLength: plain.byteLength, slice: async (start, end) => plain.subarray(start, end) }
}

/** The file's name without folders and endings: `data/text.csv.gz` gives `text`. */
export function fileStem(name: string): string {
  const base = name.split(/[\\/]/).pop() ?? name
  const stem = base.replace(/\.(gz|bz2|xz|zst)$/i, '').replace(/\.[A-Za-z0-9]{1,8}$/, '')
  return stem || base
}
