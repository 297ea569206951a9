import { type FileHandle, mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from '@manyview/formats'
import { DESCRIPTION_LENGTH, FEATURES_VERSION } from '@manyview/formats/things'
import { sha256 } from '../files/sha256.ts'
import { writeAtomically } from '../writing/write-atomically.ts'

const KEY_BYTES = 32
const CHECK_BYTES = 4
const ENTRY_BYTES = KEY_BYTES + CHECK_BYTES + 4 * DESCRIPTION_LENGTH
/** Pictures after which what is new is written, so that a run that is stopped keeps most of its work. */
const AT_MOST_UNWRITTEN = 500
const fileName = new RegExp(`^pictures-${FEATURES_VERSION}-[0-9a-f]{16}\\.cache$`)

/**
 * Descriptions of pictures by the SHA-256 of their content, in files of a folder. Each file is a row of entries: key, checksum, description. A file is written once and never changed, entries that are
 * damaged or were made in another way are passed over, and the folder may be deleted at any time.
 */
export class PictureCache {
  private index: Promise<Map<string, { file: FileHandle; start: number }>> | undefined
  private readonly fresh = new Map<string, Float32Array>()
  private readonly files: FileHandle[] = []

  constructor(readonly folder: string) {}

  keyOf(bytes: Uint8Array): string {
    return sha256(bytes)
  }

  /** The description that is kept under a key; null where there is none. */
  async find(key: string): Promise<Float32Array | null> {
    this.index ??= this.readIndex()
    const place = (await this.index).get(key)
    if (!place) return this.fresh.get(key) ?? null
    const entry = Buffer.alloc(ENTRY_BYTES)
    const { bytesRead } = await place.file.read(entry, 0, ENTRY_BYTES, place.start)
    if (bytesRead < ENTRY_BYTES || entry.readUInt32LE(KEY_BYTES) !== checkOf(entry)) return null
    return new Float32Array(
      entry.buffer.slice(entry.byteOffset + KEY_BYTES + CHECK_BYTES, entry.byteOffset + ENTRY_BYTES),
    )
  }

  async add(key: string, description: Float32Array): Promise<void> {
    this.fresh.set(key, description)
    if (this.fresh.size >= AT_MOST_UNWRITTEN) await this.save()
  }

  /** Writes what was added to a new file. */
  async save(): Promise<void> {
    if (this.fresh.size === 0) return
    const bytes = Buffer.alloc(this.fresh.size * ENTRY_BYTES)
    let start = 0
    for (const [key, description] of this.fresh) {
      const entry = bytes.subarray(start, start + ENTRY_BYTES)
      entry.write(key, 'hex')
      entry.set(
        new Uint8Array(description.buffer, description.byteOffset, description.byteLength),
        KEY_BYTES + CHECK_BYTES,
      )
      entry.writeUInt32LE(checkOf(entry), KEY_BYTES)
      start += ENTRY_BYTES
    }
    this.fresh.clear()
    await mkdir(this.folder, { recursive: true })
    const name = sha256(bytes).slice(0, 16)
    await writeAtomically(join(this.folder, `pictures-${FEATURES_VERSION}-${name}.cache`), bytes)
  }

  async close(): Promise<void> {
    await Promise.all(this.files.splice(0).map((file) => file.close()))
  }

  private async readIndex(): Promise<Map<string, { file: FileHandle; start: number }>> {
    const index = new Map<string, { file: FileHandle; start: number }>()
    const names = await readdir(this.folder).catch(() => [])
    for (const name of names.filter((each) => fileName.test(each)).sort()) {
      const file = await open(join(this.folder, name)).catch(() => null)
      if (!file) continue
      this.files.push(file)
      const { size } = await file.stat()
      const key = Buffer.alloc(KEY_BYTES)
      for (let start = 0; start + ENTRY_BYTES <= size; start += ENTRY_BYTES) {
        await file.read(key, 0, KEY_BYTES, start)
        index.set(key.toString('hex'), { file, start })
      }
    }
    return index
  }
}

/** The checksum of an entry: of its key and its description. */
function checkOf(entry: Uint8Array): number {
  return crc32(entry.subarray(KEY_BYTES + CHECK_BYTES), crc32(entry.subarray(0, KEY_BYTES)))
}
