import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import { InputError } from '@manyview/core'
import { byteSize } from '@manyview/core/words'
import { checkAllowed } from '../files/allowed-folder.ts'
import { orFileProblem } from '../files/file-problem.ts'
import { resultNames } from '../writing/write-clustering.ts'

/** Folders below the one of the server in which results are looked for. */
const DEPTH = 3
/** Results that are listed at most. */
const MOST_RESULTS = 200
/** Most bytes of a file that is sent. */
const MOST_BYTES = 10e6

const scheme = 'manyview:///'
const names: readonly string[] = [...resultNames, 'memberships.csv']
const types: Record<string, string> = {
  csv: 'text/csv',
  html: 'text/html',
  json: 'application/json',
  nwk: 'text/plain',
}

export interface ResultFile {
  uri: string
  name: string
  mimeType: string
  size: number
}

/** The folder of the server. */
const top = () => process.env.MANYVIEW_FOLDER!

/** The files of every result in the folder of the server, and of those up to three folders below. */
export function allResults(): ResultFile[] {
  return resultFolders(top(), DEPTH).slice(0, MOST_RESULTS).flatMap(resultFiles)
}

function resultFolders(folder: string, depth: number): string[] {
  const entries = readableEntries(folder)
  const own = entries.some(({ name }) => name === 'clustering.json') ? [folder] : []
  if (depth === 0) return own
  const inner = entries.flatMap((entry) =>
    entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name) ? [entry.name] : [],
  )
  return [...own, ...inner.sort().flatMap((name) => resultFolders(join(folder, name), depth - 1))]
}

/** What a folder holds; nothing where it may not be read. */
function readableEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/** The files of a result that can be sent, by their addresses. */
export function resultFiles(folder: string): ResultFile[] {
  return names.flatMap((name) => {
    const path = join(folder, name)
    const mimeType = types[name.split('.').at(-1)!]
    const status = existsSync(path) ? statSync(path) : null
    // A pipe may never end.
    if (!mimeType || !status?.isFile()) return []
    const way = relative(top(), path).split(sep).join('/')
    const uri = scheme + way.split('/').map(encodeURIComponent).join('/')
    return [{ uri, name: way, mimeType, size: status.size }]
  })
}

/** The text of a result's file; any other file is refused. */
export function readResult(uri: string): { uri: string; mimeType: string; text: string } {
  const fail = (message: string): never => {
    throw new InputError(message, { code: 'file', argument: uri })
  }
  if (!uri.startsWith(scheme)) fail(`is no address of a result, they begin with ${scheme}`)
  const way = decoded(uri.slice(scheme.length)) ?? fail('is no address of a result, a % stands before no code')
  const [path, name] = [join(top(), way), posix.basename(way)]
  const mimeType = types[name.split('.').at(-1)!]
  if (!names.includes(name) || !mimeType) fail('is no file of a result')
  checkAllowed(path)
  const status = orFileProblem(path, () => statSync(path))
  if (!status.isFile()) fail('is not a file')
  const { size } = status
  if (size > MOST_BYTES)
    fail(`has ${byteSize(size)} but at most ${byteSize(MOST_BYTES)} are sent, open the file itself`)
  return { uri, mimeType, text: orFileProblem(path, () => readFileSync(path, 'utf8')) }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
