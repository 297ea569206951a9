import type { Cell, Table } from './table.ts'

/** The table in HTML: the best of a column in `<strong>`, the second underlined by the class `second`. */
export function htmlTable({ caption, columns, rows, notes }: Table): string {
  const kind = (column: number) => (columns[column].left ? '' : ' class="number"')
  const body = rows.map((row) => `<tr>${row.map((cell, j) => `<td${kind(j)}>${htmlCell(cell)}</td>`).join('')}</tr>`)
  return [
    '<div class="wide"><table>',
    `<caption>${escapeHtml(caption)}</caption>`,
    `<thead><tr>${columns.map(({ title }, j) => `<th${kind(j)}>${escapeHtml(title)}</th>`).join('')}</tr></thead>`,
    '<tbody>',
    ...body,
    '</tbody>',
    '</table></div>',
    ...notes.map((note) => `<p class="note">${escapeHtml(note)}</p>`),
    '',
  ].join('\n')
}

function htmlCell({ text, mark }: Cell): string {
  const safe = escapeHtml(text)
  return mark === 'best' ? `<strong>${safe}</strong>` : mark === 'second' ? `<span class="second">${safe}</span>` : safe
}

/** The text with the characters that HTML reads otherwise replaced. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
