import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where descriptions of pictures are kept unless another folder is named, and compiled code: the user's folder for what can be made again. Throws for a user without a home. */
export function defaultCacheFolder() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  if (XDG_CACHE_HOME) return join(XDG_CACHE_HOME, 'manyview')
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'manyview', 'cache')
  return join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache', 'manyview')
}
