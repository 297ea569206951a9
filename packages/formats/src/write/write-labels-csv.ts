/** One row a sample: id, label and, where the method gives one, confidence. */
export interface LabelRows {
  ids: ArrayLike<string>
  labels: ArrayLike<string | number>
  confidence?: ArrayLike<number>
}

/** The text of labels.csv: a header, then one line a sample; fields with commas, quotes or line breaks are quoted. */
export function writeLabelsCsv({ ids, labels, confidence }: LabelRows): string {
  const lines = [confidence ? 'id,label,confidence' : 'id,label']
  for (let i = 0; i < ids.length; i++)
    lines.push(`${quote(ids[i])},${quote(String(labels[i]))}${confidence ? `,${confidence[i]}` : ''}`)
  return `${lines.join('\n')}\n`
}

/** White space at either end would be lost, so it is quoted too. */
function quote(field: string): string {
  return /[",\r\n]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}
