import type { Cell, Table } from './table.ts'

/** The table in Markdown: the best of a column bold, the second in italics. */
export function markdownTable({ caption, columns, rows, notes }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    `**${caption}**`,
    '',
    line(columns.map(({ title }) => escapePipes(title))),
    line(columns.map(({ left }) => (left ? '---' : '---:'))),
    ...rows.map((row) => line(row.map(markdownCell))),
    ...notes.flatMap((note) => ['', note]),
    '',
  ].join('\n')
}

function markdownCell({ text, mark }: Cell): string {
  const safe = escapePipes(text)
  return mark === 'best' ? `**${safe}**` : mark === 'second' ? `*${safe}*` : safe
}

function escapePipes(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ')
}
