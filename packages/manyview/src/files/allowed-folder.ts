import { readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { InputError } from '@manyview/core'
import { byteSizes } from '@manyview/core/words'

/** Refuses a path that leads out of the folder named by MANYVIEW_FOLDER, by whatever links; without that variable every path is allowed. What does not exist is judged by the folder that it would lie in. */
export function checkAllowed(path: string): void {
  const { MANYVIEW_FOLDER: folder } = process.env
  if (!folder) return
  const way = relative(realpathSync(folder), realPlace(resolve(path)))
  if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return
  throw new InputError('lies outside the folder that may be used, give a path inside it', {
    code: 'file',
    argument: path,
  })
}

/** Refuses a file of more bytes than MANYVIEW_LARGEST says. */
export function checkFileSize(path: string, bytes: number): void {
  const most = Number(process.env.MANYVIEW_LARGEST || Number.POSITIVE_INFINITY)
  if (bytes <= most) return
  const [size, limit] = byteSizes(bytes, most)
  throw new InputError(`has ${size} but files of at most ${limit} may be read, give a smaller one`, {
    code: 'file',
    argument: path,
  })
}

const MOST_LINKS = 40

/** Where a path leads, also one that ends in a link to nothing, or in names of nothing yet. */
function realPlace(path: string, links = 0): string {
  try {
    return realpathSync(path)
  } catch {
    const link = links < MOST_LINKS ? linkAt(path) : null
    if (link !== null) return realPlace(resolve(dirname(path), link), links + 1)
    const parent = dirname(path)
    return parent === path ? path : join(realPlace(parent, links), basename(path))
  }
}

function linkAt(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}
