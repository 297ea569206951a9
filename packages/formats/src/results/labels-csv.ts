import type { Matrix } from '@manyview/core'
import { looksNumeric } from '../table/parse-number.ts'

/** One row per sample: id, number and name of its cluster and, where the method gives them, confidence and outlier score. */
export interface LabelRows {
  ids: ArrayLike<string>
  labels: ArrayLike<number>
  /** What each cluster is called, by its number; "Cluster 3" without. */
  names?: readonly string[]
  confidence?: ArrayLike<number> | null
  outlierScores?: ArrayLike<number> | null
  /** 1 for outliers, whose cluster becomes −1, without a name. */
  outliers?: ArrayLike<number> | null
  /** Of new samples: how unlike the training samples they are, and 1 where they are unlike everything seen. */
  unseenScores?: ArrayLike<number> | null
  unseen?: ArrayLike<number> | null
}

/** The text of labels.csv: a header, then one line a sample; fields with commas, quotes or line breaks are quoted. */
export function writeLabelsCsv(columns: LabelRows): string {
  const { ids, labels, names, confidence, outlierScores, outliers, unseenScores, unseen } = columns
  // In single precision, as records keep them: a stored clustering gives the same file.
  const short = (value: number) => Number(Math.fround(value).toPrecision(6))
  const rows = Array.from(ids, (id, i) => [
    id,
    ...(outliers?.[i] ? [-1, ''] : [labels[i], clusterName({ names }, labels[i])]),
    ...(confidence ? [confidence[i]] : []),
    ...(outlierScores ? [short(outlierScores[i])] : []),
    ...(unseenScores && unseen ? [short(unseenScores[i]), unseen[i]] : []),
  ])
  const head = [
    ...['id', 'cluster', 'name'],
    ...(confidence ? ['confidence'] : []),
    ...(outlierScores ? ['outlier_score'] : []),
    ...(unseenScores && unseen ? ['unseen_score', 'unseen'] : []),
  ]
  return csvText([head, ...rows])
}

/** What a cluster is called; its number from 0 where it has no name of its own. */
export function clusterName({ names }: { names?: readonly string[] }, cluster: number): string {
  return names?.[cluster] ?? `Cluster ${cluster}`
}

/** The name of a cluster that stands beside its number: '' where it says nothing else. */
export function nameBesideNumber(record: { names?: readonly string[] }, cluster: number): string {
  const name = clusterName(record, cluster)
  return name === `Cluster ${cluster}` ? '' : name
}

/** The text of memberships.csv: `id`, then a column `cluster_0`, `cluster_1`, … each with how far the sample belongs there. O(n·k). */
export function writeMembershipsCsv(ids: readonly string[], { columns, data }: Matrix): string {
  const head = ['id', ...Array.from({ length: columns }, (_, j) => `cluster_${j}`)]
  const rows = ids.map((id, i) => [id, ...data.subarray(i * columns, (i + 1) * columns)])
  return csvText([head, ...rows])
}

/** A field of a CSV file; null and undefined leave it empty. */
type CsvField = string | number | null | undefined

/**
 * The text of a CSV file, one line per row; fields with commas, quotes or line breaks, or white space at either end, are quoted. Texts that a spreadsheet would run as a formula (that begin with =, +, −,
 * @ or a tab and are no numbers) get an apostrophe before them, which `withoutApostrophe` takes away.
 */
export function csvText(rows: readonly (readonly CsvField[])[]): string {
  return `${rows.map((row) => row.map(fieldText).join(',')).join('\n')}\n`
}

/** The text that `csvText` was given. */
export function withoutApostrophe(field: string): string {
  return /^'+[=+\-@\t\r]/.test(field) ? field.slice(1) : field
}

function fieldText(field: CsvField): string {
  if (typeof field !== 'string') return field == null ? '' : String(field)
  // An apostrophe that was there before is told from ours by one more.
  const isFormula = /^'*[=+\-@\t\r]/.test(field) && !looksNumeric(field)
  return quote(isFormula ? `'${field}` : field)
}

/** White space at either end would be lost, so it is quoted too. */
function quote(field: string): string {
  return /[",\r\n]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}
