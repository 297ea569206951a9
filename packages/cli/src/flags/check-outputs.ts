import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseManifest } from '@manyview/formats'
import { checkWritable, checkWritableFile, readTextFile, refuseOverwriting, resultNames } from '@manyview/node'

/** Where a command is asked to write. */
export interface Outputs {
  /** A folder for the files of a run. */
  out?: string
  /** A folder for the state of a long fit. */
  checkpoint?: string
  /** Single files; `-` is stdout. */
  files?: readonly (string | undefined)[]
}

/** Refuses, before any work is done, places that cannot be written to and those that would replace what is read. */
export async function checkOutputs(inputs: readonly string[], { out, checkpoint, files = [] }: Outputs): Promise<void> {
  const single = files.filter((path): path is string => path !== undefined && path !== '-')
  for (const folder of [out, checkpoint]) if (folder !== undefined) await checkWritable(folder)
  for (const path of single) await checkWritableFile(path)
  const folder = out === undefined ? [] : resultNames.map((name) => join(out, name))
  await refuseOverwriting(inputs.flatMap(filesBehind), [...single, ...folder])
}

/** The files that a path on the command line stands for: itself, those of a folder, or those that a manifest names. */
function filesBehind(path: string): string[] {
  try {
    if (statSync(path).isDirectory())
      return readdirSync(path).includes('views.json')
        ? filesBehind(join(path, 'views.json'))
        : readdirSync(path).map((name) => join(path, name))
    if (basename(path) !== 'views.json') return [path]
    const { views, labels } = parseManifest(path, readTextFile(path))
    const named = [...Object.values(views), ...(labels ? [labels] : [])]
    return [path, ...named.map(({ file }) => join(dirname(path), file))]
  } catch {
    // What is wrong with a path is said when it is read.
    return [path]
  }
}
