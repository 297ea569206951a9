import { InputError } from '@manyview/core'
import { checkAllowed } from './allowed-folder.ts'

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file or folder, check the path',
  ENOTDIR: 'a part of the path is a file, not a folder, check the path',
  EISDIR: 'is a folder, give a file',
  EACCES: 'permission denied, choose another place or change its permissions',
  EPERM: 'the system does not allow it, choose another place',
  EROFS: 'the disk is read-only, choose another place',
  ENOSPC: 'the disk is full, make room or choose another place',
  EDQUOT: 'the disk quota is used up, make room or choose another place',
  EEXIST: 'a file is in the way, choose another place',
  ENAMETOOLONG: 'the path is too long, choose a shorter one',
  ELOOP: 'too many symbolic links, check the path',
  // Node calls no function of the system for these.
  ERR_INVALID_ARG_VALUE: 'the path has a zero byte, which no path may have, check the path',
}

/** The InputError that says in plain words what a failed file operation means; anything else is given back as it is. */
export function fileProblem(path: string, error: unknown): unknown {
  if (error instanceof InputError) return error
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  if (!code || !((error as NodeJS.ErrnoException).syscall || code in reasons)) return error
  return new InputError(reasons[code] ?? `cannot be used (${code})`, {
    code: 'file',
    argument: path,
    details: { code },
  })
}

/** What `action` gives, if the path is allowed; what goes wrong with the file at `path` is thrown as `fileProblem` says it. */
export function orFileProblem<T>(path: string, action: () => T): T {
  checkAllowed(path)
  try {
    return action()
  } catch (error) {
    throw fileProblem(path, error)
  }
}
