import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clustering } from '@manyview/core'
import {
  type ClusteringRecord,
  clusteringRecord,
  explanationCsv,
  type RunRecord,
  recordText,
  storedClustering,
  writeLabelsCsv,
} from '@manyview/formats'
import { fileProblem } from './file-problem.ts'
import { writeAllAtomically } from './write-atomically.ts'

/**
 * Writes `labels.csv`, `clustering.json`, the CSV files of the explanation where there is one (and `more` files, by name) into `folder`, made where missing; gives back the paths.
 * With `report` also `report.html`, which can be made again and so is not among the checksums. Every file is whole or not there.
 */
export async function writeClustering(
  folder: string,
  clustering: Clustering,
  run: RunRecord,
  more: Readonly<Record<string, Uint8Array | string>> = {},
  report?: (record: ClusteringRecord) => Promise<string>,
): Promise<string[]> {
  const contents: Record<string, Uint8Array | string> = {
    'labels.csv': writeLabelsCsv({ ...clustering, confidence: clustering.confidence ?? undefined }),
    ...(run.explanation ? explanationCsv(storedClustering(clusteringRecord(clustering, run))) : {}),
    ...more,
  }
  const files = Object.fromEntries(
    Object.entries(contents).map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')]),
  )
  const record = clusteringRecord(clustering, run, files)
  contents['clustering.json'] = recordText(record)
  if (report) contents['report.html'] = await report(record)
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    throw fileProblem(folder, error)
  }
  const paths = Object.entries(contents).map(([name, bytes]) => ({ path: join(folder, name), bytes }))
  await writeAllAtomically(paths)
  return paths.map(({ path }) => path)
}
