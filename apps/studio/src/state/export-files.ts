import type { Matrix } from '@manyview/core'
import {
  associationsCsv,
  type ClusteringRecord,
  explanationCsv,
  recordText,
  type StoredClustering,
  storedClustering,
  treeFiles,
  writeLabelsCsv,
  writeMembershipsCsv,
  writeNpy,
} from '@manyview/formats'
import { packTruth } from './pack-truth.ts'
import { pageState } from './page-state.ts'
import { packText } from './report-state.ts'
import { clusterName, type Run } from './run.ts'
import { scoresOf, truthOf } from './truth.ts'

/** labels.csv of some samples, default all: id, number and name of the cluster (that into which it was merged), confidence and outlier score. */
export function labelsCsv(run: Run, samples?: readonly number[]): string {
  const { labels, outlierScores, outliers } = run.stored
  const { groups, confidence } = run
  const ids = sampleIds(run)
  const taken = samples ?? Array.from(labels.keys())
  const pick = <T>(values: ArrayLike<T> | null) => values && taken.map((sample) => values[sample])
  return writeLabelsCsv({
    ids: pick(ids)!,
    labels: taken.map((sample) => groups[labels[sample]]),
    names: run.stored.record.sizes.map((_, cluster) => clusterName(run, cluster)),
    confidence: pick(confidence),
    outlierScores: pick(outlierScores),
    outliers: pick(outliers),
  })
}

/** clustering.json: the clustering as it was found, with the classes and scores of the label column that is chosen; names and merges, and `more`, stand under `studio`. */
function clusteringJson(run: Run, more: object = {}): string {
  const isEdited = run.names.some((name) => name) || run.groups.some((group, cluster) => group !== cluster)
  const studio = { ...(isEdited ? { names: run.names, groups: run.groups } : {}), ...more }
  return recordText({ ...exportedRecord(run), ...(Object.keys(studio).length > 0 ? { studio } : {}) })
}

/** report.html, which the studio opens again as it is looked at now; what makes it is loaded when it is first asked for. */
async function reportHtml(run: Run): Promise<string> {
  const { renderReport } = await import('@manyview/drawing/report')
  const studio = await packText(clusteringJson(run, { page: pageState() }))
  return renderReport(exportedClustering(run), () => document, { seconds: run.seconds, studio })
}

/** A file to take along; its content is made when it is asked for. */
export interface ExportedFile {
  name: string
  content(): Content | Promise<Content>
}

type Content = string | Uint8Array

/** Every file that the command writes of a clustering, the memberships also as a table. */
export function exportedFiles(run: Run): ExportedFile[] {
  const stored = exportedClustering(run)
  const tables = { ...explanationCsv(stored), ...associationsCsv(stored), ...treeFiles(stored) }
  const files: ExportedFile[] = [
    { name: 'labels.csv', content: () => labelsCsv(run) },
    { name: 'report.html', content: () => reportHtml(run) },
    { name: 'clustering.json', content: () => clusteringJson(run) },
    ...Object.entries(tables).map(([name, text]) => ({ name, content: () => text })),
  ]
  const { memberships, embedding } = run
  if (memberships)
    files.push(
      { name: 'memberships.csv', content: () => writeMembershipsCsv(sampleIds(run), memberships) },
      { name: 'memberships.npy', content: () => npy(memberships) },
    )
  if (embedding) files.push({ name: 'embedding.npy', content: () => npy(embedding) })
  return files
}

function npy({ data, rows, columns }: Matrix): Uint8Array {
  return writeNpy(data, [rows, columns])
}

function sampleIds({ stored: { ids, labels } }: Run): readonly string[] {
  return ids ?? Array.from(labels, (_, i) => String(i))
}

/** The clustering as it is exported: with the names that were given and the classes that are chosen. */
export function exportedClustering(run: Run): StoredClustering {
  return storedClustering(exportedRecord(run))
}

/** The record with the names that were given, and the classes and scores of the label column that is chosen. */
function exportedRecord(run: Run): ClusteringRecord {
  const { record } = run.stored
  const truth = truthOf(run)
  return {
    ...record,
    ...(record.names || run.names.some((name) => name)
      ? { names: record.sizes.map((_, cluster) => clusterName(run, cluster)) }
      : {}),
    scores: scoresOf(run),
    assignment: { ...record.assignment, truth: truth && packTruth(truth) },
  }
}

/** Gives the user a file. */
export function saveFile(name: string, content: Content | Blob, type = 'text/plain'): void {
  const blob = content instanceof Blob ? content : new Blob([content as BlobPart], { type })
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser needs the address for a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
