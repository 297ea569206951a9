import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileProblem } from '../files/file-problem.ts'
import { forgetTemporary, removeLeftBehind, temporaryFile } from './temporary-file.ts'
import { type WriteTarget, writeTarget } from './write-target.ts'

/**
 * Writes a file so that, whatever happens, either the old or the new one is there, whole: a temporary name in the same folder, synced, renamed,
 * folder synced. The temporary file goes when the writing fails. A symbolic link stays and its file is replaced; devices and pipes are written into.
 */
export async function writeAtomically(path: string, bytes: Uint8Array | string): Promise<void> {
  await writeAllAtomically([{ path, bytes }])
}

/** Writes several files as `writeAtomically` does one: all are on the disk before the first is renamed, so a failure while writing changes none of them. */
export async function writeAllAtomically(
  files: readonly { path: string; bytes: Uint8Array | string }[],
): Promise<void> {
  const staged: { temporary: string; target: string; path: string; bytes: Uint8Array | string; mode?: number }[] = []
  const passedOn: { target: WriteTarget; path: string; bytes: Uint8Array | string }[] = []
  let at = ''
  try {
    for (const { path, bytes } of files) {
      at = path
      const target = await writeTarget(path)
      if (target.takesBytes) {
        passedOn.push({ target, path, bytes })
        continue
      }
      removeLeftBehind(target.path)
      const temporary = temporaryFile(target.path)
      staged.push({ temporary, target: target.path, path, bytes, mode: target.mode })
    }
    // Side by side: each waits for the disk. None is left in the middle of its writing when another has failed.
    const written = await Promise.allSettled(
      staged.map(({ temporary, bytes, mode }) => write(temporary, bytes, 'wx', mode)),
    )
    written.forEach((end, f) => {
      at = staged[f].path
      if (end.status === 'rejected') throw end.reason
    })
    for (const { temporary, target, path } of staged) {
      at = path
      await rename(temporary, target)
    }
    for (const folder of new Set(staged.map(({ target }) => dirname(target)))) await syncFolder(folder)
    for (const { target, path, bytes } of passedOn) {
      at = path
      await write(target.path, bytes, 'w')
    }
  } catch (error) {
    for (const { temporary } of staged) await rm(temporary, { force: true }).catch(() => undefined)
    throw fileProblem(at, error)
  } finally {
    for (const { temporary } of staged) forgetTemporary(temporary)
  }
}

async function write(path: string, bytes: Uint8Array | string, flags: 'wx' | 'w', mode?: number): Promise<void> {
  const file = await open(path, flags, mode)
  try {
    await file.writeFile(bytes)
    // The mode of a new file is cut by the process's mask; that of a replaced one stays.
    if (mode !== undefined) await file.chmod(mode)
    if (flags === 'wx') await file.sync()
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
