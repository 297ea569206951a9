import { parseRecord, type StoredClustering, storedClustering } from '@manyview/formats'
import { readTextFile } from './read-text-file.ts'

/** Past this a file is no clustering.json: one of a million samples takes about 40 MB. */
const mostBytes = 400e6

/** Reads a clustering.json and checks all of it. A file that is none, is of a newer version, or was cut or changed gives an InputError. */
export async function readClusteringRecord(path: string): Promise<StoredClustering> {
  return storedClustering(parseRecord(readTextFile(path, mostBytes), path), path)
}
