import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileProblem } from './file-problem.ts'

let written = 0

/**
 * Writes a file so that, whatever happens, either the old or the new one is there, whole: a temporary name in the same folder, synced, renamed,
 * folder synced. The temporary file goes when the writing fails.
 */
export async function writeAtomically(path: string, bytes: Uint8Array | string): Promise<void> {
  await writeAllAtomically([{ path, bytes }])
}

/** The same for several files: all are on the disk before the first is renamed, so a failure while writing changes none of them. */
export async function writeAllAtomically(
  files: readonly { path: string; bytes: Uint8Array | string }[],
): Promise<void> {
  const staged: { temporary: string; path: string }[] = []
  let at = ''
  try {
    for (const { path, bytes } of files) {
      at = path
      const temporary = join(dirname(path), `.${basename(path)}.${process.pid}-${written++}.tmp`)
      staged.push({ temporary, path })
      await writeSynced(temporary, bytes)
    }
    for (const { temporary, path } of staged) {
      at = path
      await rename(temporary, path)
    }
    for (const folder of new Set(staged.map(({ path }) => dirname(path)))) await syncFolder(folder)
  } catch (error) {
    for (const { temporary } of staged) await rm(temporary, { force: true }).catch(() => undefined)
    throw fileProblem(at, error)
  }
}

async function writeSynced(path: string, bytes: Uint8Array | string): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined
  try {
    handle = await open(folder)
    await handle.sync()
  } catch {
    // Windows and some network disks cannot sync a folder; the renames are done all the same.
  } finally {
    await handle?.close()
  }
}
