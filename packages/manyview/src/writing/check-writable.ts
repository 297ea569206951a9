import { mkdtemp, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { InputError } from '@manyview/core'
import { checkAllowed } from '../files/allowed-folder.ts'
import { fileProblem } from '../files/file-problem.ts'
import { writeTarget } from './write-target.ts'

/** Fails now rather than after a long fit when `folder` could not be made or written to. Leaves nothing behind. */
export async function checkWritable(folder: string): Promise<void> {
  checkAllowed(folder)
  let nearest = resolve(folder)
  for (;;) {
    try {
      if ((await stat(nearest)).isDirectory()) break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(nearest) === nearest)
        throw fileProblem(folder, error)
      nearest = dirname(nearest)
      continue
    }
    throw new InputError('is a file, give a folder', { code: 'file', argument: folder })
  }
  // Asking for permission is not enough (read-only mounts, special file systems): only trying tells.
  try {
    await rmdir(await mkdtemp(join(nearest, '.manyview-')))
  } catch (error) {
    throw fileProblem(folder, error)
  }
}

/** Fails now when a file could not be written later: its folder must be writable, and it must be no folder itself. Devices and pipes pass. */
export async function checkWritableFile(path: string): Promise<void> {
  const target = await writeTarget(path)
  if (!target.takesBytes) await checkWritable(dirname(target.path))
}
