import { csvText } from './csv-text.ts'

/** One row per sample: id, label and, where the method gives them, confidence and outlier score. */
export interface LabelRows {
  ids: ArrayLike<string>
  labels: ArrayLike<string | number>
  confidence?: ArrayLike<number> | null
  outlierScores?: ArrayLike<number> | null
  /** 1 for outliers, whose label becomes −1. */
  outliers?: ArrayLike<number> | null
}

/** The text of labels.csv: a header, then one line a sample; fields with commas, quotes or line breaks are quoted. */
export function writeLabelsCsv({ ids, labels, confidence, outlierScores, outliers }: LabelRows): string {
  const rows = Array.from(ids, (id, i) => [
    id,
    outliers?.[i] ? -1 : labels[i],
    ...(confidence ? [confidence[i]] : []),
    ...(outlierScores ? [Number(outlierScores[i].toPrecision(6))] : []),
  ])
  const head = ['id', 'label', ...(confidence ? ['confidence'] : []), ...(outlierScores ? ['outlier_score'] : [])]
  return csvText([head, ...rows])
}
