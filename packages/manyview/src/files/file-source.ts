import { type Stats, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { InputError } from '@manyview/core'
import type { ByteSource } from '@manyview/formats'
import { checkAllowed, checkFileSize } from './allowed-folder.ts'
import { fileProblem } from './file-problem.ts'

/** Most bytes asked of the system in one read. */
const readSize = 1 << 26

/** Files of up to so many bytes are read once, as a whole, and kept: readers ask for some dozens of pieces, and each takes four calls of the system. */
const mostKept = 1 << 22
/** Bytes that further files may have to be kept, so that thousands of pictures do not fill the memory. */
let leftToKeep = 1 << 25

/** The bytes of a file, read from the disk only where and when they are asked for, those of a small one all at the first time. Each reading opens the file, so nothing has to be closed. */
export function fileSource(path: string): ByteSource {
  const opened = statusOf(path)
  const byteLength = opened.size
  const isKept = byteLength <= Math.min(mostKept, leftToKeep)
  if (isKept) leftToKeep -= byteLength
  let whole: Promise<Uint8Array> | undefined
  return {
    name: path,
    path,
    byteLength,
    async slice(start, end = byteLength) {
      const from = Math.min(Math.max(0, start), byteLength)
      const bytes = new Uint8Array(Math.max(0, Math.min(end, byteLength) - from))
      await readInto(bytes, from)
      return bytes
    },
    readInto,
  }

  async function readInto(bytes: Uint8Array, from: number): Promise<void> {
    if (bytes.length === 0) return
    if (!isKept) return readFrom(bytes, from)
    whole ??= wholeFile()
    bytes.set((await whole).subarray(from, from + bytes.length))
  }

  async function wholeFile(): Promise<Uint8Array> {
    const bytes = new Uint8Array(byteLength)
    await readFrom(bytes, 0)
    return bytes
  }

  async function readFrom(bytes: Uint8Array, from: number): Promise<void> {
    let file: FileHandle | undefined
    try {
      file = await open(path)
      // Whoever writes to the file or puts another in its place meanwhile would mix two data sets.
      if (!isSame(opened, await file.stat()))
        throw new InputError('changed while it was read, run the command again', { code: 'file', argument: path })
      for (let done = 0; done < bytes.length; ) {
        const { bytesRead } = await file.read(bytes, done, Math.min(readSize, bytes.length - done), from + done)
        if (bytesRead === 0)
          throw new InputError(
            `ends at byte ${from + done} but had ${byteLength} bytes, it changed while it was read`,
            {
              code: 'file',
              argument: path,
            },
          )
        done += bytesRead
      }
    } catch (error) {
      throw fileProblem(path, error)
    } finally {
      await file?.close()
    }
  }
}

function isSame(one: Stats, other: Stats): boolean {
  return one.ino === other.ino && one.size === other.size && one.mtimeMs === other.mtimeMs
}

function statusOf(path: string): Stats {
  checkAllowed(path)
  try {
    const status = statSync(path)
    if (status.isFile()) {
      checkFileSize(path, status.size)
      return status
    }
  } catch (error) {
    throw fileProblem(path, error)
  }
  throw new InputError('is not a file, give a data file', { code: 'file', argument: path })
}
