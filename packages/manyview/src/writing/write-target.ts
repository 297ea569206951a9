import { readlink, realpath, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { InputError } from '@manyview/core'
import { checkAllowed } from '../files/allowed-folder.ts'
import { fileProblem } from '../files/file-problem.ts'

/** Where bytes that are written to a path go. */
export interface WriteTarget {
  /** The file itself, behind any symbolic links. */
  readonly path: string
  /** True for devices and pipes, which take bytes as they come and are never replaced. */
  readonly takesBytes: boolean
  /** Permissions of the file that is there; undefined where there is none. */
  readonly mode?: number
}

const MOST_LINKS = 40

/** Follows the links of `path`, so that a link stays a link; refuses a folder. The file need not exist. */
export async function writeTarget(path: string): Promise<WriteTarget> {
  let place = path
  for (let links = 0; ; links++) {
    checkAllowed(place)
    try {
      const stats = await stat(place)
      if (stats.isDirectory()) throw new InputError('is a folder, give a file', { code: 'file', argument: path })
      if (!stats.isFile()) return { path: place, takesBytes: true }
      return { path: await realpath(place), takesBytes: false, mode: stats.mode & 0o777 }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || links === MOST_LINKS) throw fileProblem(path, error)
    }
    // Nothing is there, or a link to nothing, which the file then belongs behind.
    const link = await readlink(place).catch(() => null)
    if (link === null) return { path: place, takesBytes: false }
    place = resolve(dirname(place), link)
  }
}
