import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { InputError } from '@manyview/core'
import { parseManifest, type ThingColumn } from '@manyview/formats'
import { checkAllowed } from '../files/allowed-folder.ts'
import { readTextFile } from '../files/read-text-file.ts'
import { checkWritable, checkWritableFile } from '../writing/check-writable.ts'
import { refuseOverwriting } from '../writing/refuse-overwriting.ts'
import { resultNames } from '../writing/write-clustering.ts'

/** Where a command is asked to write. */
interface Outputs {
  /** A folder for the files of a run. */
  out?: string
  /** What these files are called (default: the results of a fit). */
  names?: readonly string[]
  /** A folder for the state of a long fit. */
  checkpoint?: string
  /** Single files; `-` is stdout. */
  files?: readonly (string | undefined)[]
}

/** Refuses, before any work is done, places that cannot be written to and those that would replace what is read. */
export async function checkOutputs(
  inputs: readonly (string | undefined)[],
  { out, names = resultNames, checkpoint, files = [] }: Outputs,
): Promise<void> {
  const single = files.filter((path): path is string => path !== undefined && path !== '-')
  for (const folder of [out, checkpoint]) if (folder !== undefined) await checkWritable(folder)
  for (const path of single) await checkWritableFile(path)
  const folder = out === undefined ? [] : names.map((name) => join(out, name))
  const outputs = [...single, ...folder]
  const inputPaths = inputs.filter((path): path is string => path !== undefined && path !== '-')
  inputPaths.forEach(checkAllowed)
  await refuseOverwriting(inputPaths.flatMap(filesBehind), outputs)
  const twice = single.find((path, i) => outputs.slice(i + 1).some((other) => resolve(other) === resolve(path)))
  if (twice !== undefined)
    throw new InputError('would be written twice, choose another place for one of them', {
      code: 'file',
      argument: twice,
    })
}

/** The paths of the pictures that a table names, which are known once it is read. */
export function picturesRead(things: readonly ThingColumn[]): string[] {
  return things.flatMap((column) =>
    column.kind === 'pictures' ? column.pictures.flatMap((one) => one?.name ?? []) : [],
  )
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
    const specs = [...Object.values(views), ...(labels ? [labels] : [])]
    return [path, ...specs.map(({ file }) => join(dirname(path), file))]
  } catch {
    // What is wrong with a path is said when it is read.
    return [path]
  }
}
