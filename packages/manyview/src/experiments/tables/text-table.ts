import type { Cell, Table } from './table.ts'

/** How marked cells are shown, for example in bold. */
export interface TextStyle {
  best: (text: string) => string
  second: (text: string) => string
  dim: (text: string) => string
}

/** The table in columns for a terminal; `*` follows the best of a column and `+` the second, so that they are seen without colour too. */
export function textTable({ columns, rows }: Table, style: TextStyle): string {
  const symbol = ({ mark }: Cell) => (mark === 'best' ? '*' : mark === 'second' ? '+' : ' ')
  const marked = columns.map((_, j) => rows.some((row) => row[j].mark))
  const widths = columns.map(({ title }, j) => Math.max(title.length, ...rows.map((row) => row[j].text.length)))
  const pad = (text: string, j: number) => (columns[j].left ? text.padEnd(widths[j]) : text.padStart(widths[j]))
  const head = columns.map(({ title }, j) => pad(title, j) + (marked[j] ? ' ' : '')).join('  ')
  const lines = rows.map((row) =>
    row
      .map((cell, j) => {
        const text = pad(cell.text, j) + (marked[j] ? symbol(cell) : '')
        return cell.mark === 'best' ? style.best(text) : cell.mark === 'second' ? style.second(text) : text
      })
      .join('  ')
      .trimEnd(),
  )
  return [style.dim(head.trimEnd()), ...lines].join('\n')
}
