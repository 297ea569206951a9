import {
  associationsCsv,
  type ClusteringRecord,
  explanationCsv,
  recordText,
  storedClustering,
  treeFiles,
  writeLabelsCsv,
} from '@manyview/formats'
import { packTruth } from './pack-truth.ts'
import { clusterName, exportedLabel, type Run } from './run.ts'
import { scoresOf, truthOf } from './truth.ts'

/** labels.csv: id, label (as named and merged), confidence and outlier score. Without names and merges it is, byte for byte, what the command writes. */
export function labelsCsv(run: Run): string {
  const { labels, ids, record } = run.stored
  const byCluster = Array.from({ length: record.clusters }, (_, cluster) => exportedLabel(run, cluster))
  return writeLabelsCsv({
    ids: ids ?? Array.from(labels, (_, i) => String(i)),
    labels: Array.from(labels, (label) => byCluster[label]),
    confidence: run.confidence,
    outlierScores: run.stored.outlierScores,
    outliers: run.stored.outliers,
  })
}

/** clustering.json: the clustering as it was found, with the classes and scores of the label column that is chosen; names and merges stand under `studio`. */
export function clusteringJson(run: Run): string {
  const edited = run.names.some((name) => name) || run.groups.some((group, cluster) => group !== cluster)
  const whole = { ...exportedRecord(run), ...(edited ? { studio: { names: run.names, groups: run.groups } } : {}) }
  return recordText(whole)
}

/** Every other file that the command writes of a clustering, by name, but for the report and those of memberships. */
export function furtherFiles(run: Run): Record<string, string> {
  const stored = storedClustering(exportedRecord(run))
  return { ...explanationCsv(stored), ...associationsCsv(stored), ...treeFiles(stored) }
}

/** report.html; what makes it is loaded when it is first asked for. */
export async function reportHtml(run: Run): Promise<string> {
  const { renderReport } = await import('@manyview/drawing/report')
  return renderReport(storedClustering(exportedRecord(run)), () => document, { seconds: run.seconds })
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
export function saveFile(name: string, content: string | Blob, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser needs the address for a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
