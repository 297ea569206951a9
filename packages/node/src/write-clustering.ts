import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clustering, Scores } from 'manyview'
import { fileProblem } from './file-problem.ts'
import { labelsCsv } from './labels-csv.ts'
import { writeAllAtomically } from './write-atomically.ts'

/** What is kept of a run besides the clustering itself, so that it can be repeated. */
export interface RunRecord {
  /** Versions of the software, by name. */
  versions: Readonly<Record<string, string>>
  /** The files that were read. */
  inputs: readonly { name: string; bytes: number; sha256: string }[]
  /** How they were read and ordered: everything that was asked for, for example `{ samples: 'rows', shuffle: 1 }`. */
  reading: Readonly<Record<string, unknown>>
  views: readonly { name: string; features: number; kind?: string; sparse: boolean }[]
  /** Against the true labels, where they were given. */
  scores: Scores | null
  /** Those of the reading and of the method. */
  warnings: readonly string[]
}

/** A clustering.json, version 1. It holds no times and no dates: the same run gives the same bytes. */
export interface ClusteringRecord extends RunRecord {
  format: 'manyview clustering'
  version: 1
  method: string
  clusters: number
  seed: number
  options: Clustering['options']
  samples: number
  /** Samples in each cluster. */
  sizes: number[]
  iterations: number
  converged: boolean
  viewWeights: Clustering['viewWeights']
  history: Clustering['history']
  /** SHA-256 of the files written beside this one, by name. */
  files: Record<string, string>
}

/**
 * Writes `labels.csv` and `clustering.json` (and `more` files, by name) into `folder`, made where missing; gives back the paths.
 * Every file is whole or not there (`writeAllAtomically`).
 */
export async function writeClustering(
  folder: string,
  clustering: Clustering,
  run: RunRecord,
  more: Readonly<Record<string, Uint8Array | string>> = {},
): Promise<string[]> {
  const contents: Record<string, Uint8Array | string> = {
    'labels.csv': labelsCsv(clustering.ids, clustering.labels, clustering.confidence),
    ...more,
  }
  const files = Object.fromEntries(
    Object.entries(contents).map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')]),
  )
  contents['clustering.json'] = `${JSON.stringify(clusteringRecord(clustering, run, files), null, 2)}\n`
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    throw fileProblem(folder, error)
  }
  const paths = Object.entries(contents).map(([name, bytes]) => ({ path: join(folder, name), bytes }))
  await writeAllAtomically(paths)
  return paths.map(({ path }) => path)
}

function clusteringRecord(clustering: Clustering, run: RunRecord, files: Record<string, string>): ClusteringRecord {
  const { versions, inputs, reading, views, scores, warnings } = run
  const { method, clusters, seed, options, labels, iterations, converged, viewWeights, history } = clustering
  const sizes = new Array<number>(clusters).fill(0)
  for (const label of labels) sizes[label]++
  return {
    format: 'manyview clustering',
    version: 1,
    versions,
    inputs,
    reading,
    method,
    clusters,
    seed,
    options,
    samples: labels.length,
    views,
    sizes,
    iterations,
    converged,
    viewWeights,
    scores,
    warnings,
    history,
    files,
  }
}
