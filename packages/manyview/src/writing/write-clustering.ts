import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clustering } from '@manyview/core'
import {
  associationsCsv,
  type ClusteringRecord,
  clusteringRecord,
  explanationCsv,
  type RunRecord,
  recordedFiles,
  recordText,
  type StoredClustering,
  storedClustering,
  treeFiles,
  writeLabelsCsv,
} from '@manyview/formats'
import { fileProblem } from '../files/file-problem.ts'
import { sha256 } from '../files/sha256.ts'
import { writeAllAtomically } from './write-atomically.ts'

/** What became of a folder of results. */
export interface WrittenClustering {
  /** Paths that were written. */
  readonly paths: string[]
  /** True where the results of an earlier run stood there. */
  readonly replaced: boolean
  /** Files of that run that changed since and so were left, although they do not belong to this one. */
  readonly left: string[]
}

/** Every file that `writeClustering` may write with the command's own additions. */
export const resultNames: readonly string[] = [
  ...['labels.csv', 'clustering.json', 'report.html', 'features.csv', 'clusters.csv', 'views.csv', 'samples.csv'],
  ...['tree.json', 'tree.nwk', 'duplicates.csv', 'associations.csv', 'sets.csv'],
  ...['memberships.npy', 'embedding.npy', 'memberships.parquet', 'embedding.parquet'],
]

/**
 * Writes `labels.csv`, `clustering.json`, the tree, the copies, the CSV files of the explanation and the tests of metadata where there are any (and `more` files, by name) into `folder`, made where missing.
 * With `report` also `report.html`, which can be made again and so is not among the checksums. Every file is whole or not there. The folder holds one run: files that the
 * `clustering.json` of an earlier run lists and that are unchanged since go when this run has no such file.
 */
export async function writeClustering(
  folder: string,
  clustering: Clustering,
  run: RunRecord,
  more: Readonly<Record<string, Uint8Array | string>> = {},
  report?: (record: ClusteringRecord, stored: StoredClustering) => Promise<string>,
): Promise<WrittenClustering> {
  const unlisted = clusteringRecord(clustering, run)
  const stored = storedClustering(unlisted)
  const contents: Record<string, Uint8Array | string> = {
    'labels.csv': writeLabelsCsv({ ...clustering, names: unlisted.names }),
    ...explanationCsv(stored),
    ...associationsCsv(stored),
    ...treeFiles(stored),
    ...more,
  }
  const files = Object.fromEntries(Object.entries(contents).map(([name, bytes]) => [name, sha256(bytes)]))
  const record = { ...unlisted, files }
  contents['clustering.json'] = recordText(record)
  if (report) contents['report.html'] = await report(record, { ...stored, record })
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    throw fileProblem(folder, error)
  }
  const earlier = await earlierFiles(folder)
  const paths = Object.entries(contents).map(([name, bytes]) => ({ path: join(folder, name), bytes }))
  await writeAllAtomically(paths)
  const left: string[] = []
  for (const [name, checksum] of earlier ?? [])
    if (!(name in contents) && !(await removeUnchanged(join(folder, name), checksum))) left.push(name)
  return { paths: paths.map(({ path }) => path), replaced: earlier !== null, left }
}

/** The files of an earlier run with their checksums, its report among them; null where no run is recorded. */
async function earlierFiles(folder: string): Promise<[string, string][] | null> {
  const record = await readFile(join(folder, 'clustering.json'), 'utf8').catch(() => null)
  const files = record === null ? null : recordedFiles(record)
  if (files === null) return null
  const listed = Object.entries(files).filter(([name]) => resultNames.includes(name))
  const page = await readFile(join(folder, 'report.html'), 'utf8').catch(() => null)
  if (page === null) return listed
  const { reportMark } = await import('@manyview/drawing/report')
  return page.includes(reportMark) ? [...listed, ['report.html', sha256(page)]] : listed
}

async function removeUnchanged(path: string, checksum: string): Promise<boolean> {
  const bytes = await readFile(path).catch(() => null)
  if (bytes === null) return true
  if (sha256(bytes) !== checksum) return false
  await rm(path, { force: true })
  return true
}
