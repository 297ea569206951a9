import { csvText } from './csv-text.ts'

/** One row per sample: id, label and, where the method gives one, confidence. */
export interface LabelRows {
  ids: ArrayLike<string>
  labels: ArrayLike<string | number>
  confidence?: ArrayLike<number>
}

/** The text of labels.csv: a header, then one line a sample; fields with commas, quotes or line breaks are quoted. */
export function writeLabelsCsv({ ids, labels, confidence }: LabelRows): string {
  const rows = Array.from(ids, (id, i) => [id, labels[i], ...(confidence ? [confidence[i]] : [])])
  return csvText([['id', 'label', ...(confidence ? ['confidence'] : [])], ...rows])
}
