/** One entry of a table; the best of its column, or the second, can be marked. */
export interface Cell {
  text: string
  mark?: 'best' | 'second'
}

/** A table as every output shows it: rows have a cell a column; what is `left` is words, the rest numbers. */
export interface Table {
  caption: string
  columns: { title: string; left?: boolean }[]
  rows: Cell[][]
  /** Sentences below the table. */
  notes: string[]
}

/** A cell without a mark. */
export function plain(text: string): Cell {
  return { text }
}
