import { readFile, stat } from 'node:fs/promises'
import { InputError } from '@manyview/core'
import { parseRecord, type StoredClustering, storedClustering } from '@manyview/formats'
import { fileProblem } from '../file-problem.ts'

/** Past this a file is no clustering.json: one of a million samples takes about 40 MB. */
const mostBytes = 400e6

/** Reads a clustering.json and checks all of it. A file that is none, is of a newer version, or was cut or changed gives an InputError. */
export async function readClusteringRecord(path: string): Promise<StoredClustering> {
  let text: string
  try {
    const { size } = await stat(path)
    if (size > mostBytes)
      throw new InputError(`has ${size} bytes, which is too large for a clustering.json`, {
        code: 'bad-record',
        argument: path,
      })
    text = await readFile(path, 'utf8')
  } catch (error) {
    throw fileProblem(path, error)
  }
  return storedClustering(parseRecord(text, path), path)
}
