/** The text of `labels.csv`: columns `id,label`, and `confidence` where there is one; ids are quoted where CSV needs it. One line a sample. */
export function labelsCsv(
  ids: readonly string[],
  labels: ArrayLike<number>,
  confidence: ArrayLike<number> | null = null,
): string {
  const lines = [confidence ? 'id,label,confidence' : 'id,label']
  for (let i = 0; i < ids.length; i++) {
    const line = `${quoted(ids[i])},${labels[i]}`
    // Six decimals are more than any confidence deserves, and keep the file small.
    lines.push(confidence ? `${line},${Number(confidence[i].toFixed(6))}` : line)
  }
  return `${lines.join('\n')}\n`
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
