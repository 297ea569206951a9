import { csvText } from './csv-text.ts'

/** One row per sample: id, label and, where the method gives them, confidence and outlier score. */
export interface LabelRows {
  ids: ArrayLike<string>
  labels: ArrayLike<string | number>
  confidence?: ArrayLike<number> | null
  outlierScores?: ArrayLike<number> | null
  /** 1 for outliers, whose label becomes −1. */
  outliers?: ArrayLike<number> | null
  /** Of new samples: how unlike the training samples they are, and 1 where they are unlike everything seen. */
  unseenScores?: ArrayLike<number> | null
  unseen?: ArrayLike<number> | null
}

/** The text of labels.csv: a header, then one line a sample; fields with commas, quotes or line breaks are quoted. */
export function writeLabelsCsv(given: LabelRows): string {
  const { ids, labels, confidence, outlierScores, outliers, unseenScores, unseen } = given
  // In single precision, as records keep them: a stored clustering gives the same file.
  const short = (value: number) => Number(Math.fround(value).toPrecision(6))
  const rows = Array.from(ids, (id, i) => [
    id,
    outliers?.[i] ? -1 : labels[i],
    ...(confidence ? [confidence[i]] : []),
    ...(outlierScores ? [short(outlierScores[i])] : []),
    ...(unseenScores && unseen ? [short(unseenScores[i]), unseen[i]] : []),
  ])
  const head = [
    'id',
    'label',
    ...(confidence ? ['confidence'] : []),
    ...(outlierScores ? ['outlier_score'] : []),
    ...(unseenScores && unseen ? ['unseen_score', 'unseen'] : []),
  ]
  return csvText([head, ...rows])
}
