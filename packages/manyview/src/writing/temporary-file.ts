import { readdirSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** Names that this process is writing at the moment. */
const living = new Set<string>()
/** Names that this process has made: two of the same moment differ. */
let count = 0
/** A file of another machine counts as left behind after a day. */
const LEFT_BEHIND = 24 * 60 * 60 * 1000
const host = hostname().replace(/[^\w-]/g, '_')

/** A name beside `path` under which its new content is written before it takes the place of the old. The name says who writes, so that what a killed process left is recognised. */
export function temporaryFile(path: string): string {
  const moment = (process.hrtime.bigint() + BigInt(count++)).toString(16).padStart(12, '0').slice(-12)
  const name = `.${basename(path)}.${host}.${process.pid}.${moment}.manyview-tmp`
  living.add(name)
  return join(dirname(path), name)
}

/** To be called when the file has its real name, or is gone. */
export function forgetTemporary(temporary: string): void {
  living.delete(basename(temporary))
}

/** Removes what processes that were killed left of `path` half-written. */
export function removeLeftBehind(path: string): void {
  const beginning = `.${basename(path)}.`
  let names: string[]
  try {
    names = readdirSync(dirname(path))
  } catch {
    return
  }
  for (const name of names)
    if (name.startsWith(beginning) && isLeftBehind(dirname(path), name, name.slice(beginning.length)))
      rmSync(join(dirname(path), name), { force: true })
}

function isLeftBehind(folder: string, name: string, ending: string): boolean {
  const [, writer, id] = /^([\w-]+)\.(\d+)\.[0-9a-f]{12}\.manyview-tmp$/.exec(ending) ?? []
  if (writer === undefined) return false
  if (writer === host) return Number(id) === process.pid ? !living.has(name) : !isAlive(Number(id))
  try {
    return Date.now() - statSync(join(folder, name)).mtimeMs > LEFT_BEHIND
  } catch {
    return false
  }
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
