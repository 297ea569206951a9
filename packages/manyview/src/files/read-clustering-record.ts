import { statSync } from 'node:fs'
import { join } from 'node:path'
import { parseRecord, type StoredClustering, storedClustering } from '@manyview/formats'
import { orFileProblem } from './file-problem.ts'
import { readTextFile } from './read-text-file.ts'

/** Past this a file is no clustering.json: one of a million samples takes about 40 MB. */
const mostBytes = 400e6

/** Reads a clustering.json and checks all of it. A file that is none, is of a newer version, or was cut or changed gives an InputError. */
export async function readClusteringRecord(path: string): Promise<StoredClustering> {
  return storedClustering(parseRecord(readTextFile(path, mostBytes), path), path)
}

/** The clustering.json that a path stands for: the folder of a result, or the file itself. */
export function recordPath(path: string): string {
  const status = orFileProblem(path, () => statSync(path, { throwIfNoEntry: false }))
  return status?.isDirectory() ? join(path, 'clustering.json') : path
}
