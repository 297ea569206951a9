/** Samples in parts: sample i is in `names[codes[i]]`. */
export interface Partition {
  names: readonly string[]
  codes: ArrayLike<number>
}

/** How many samples two partitions have in common, part by part. */
export interface CrossTable {
  /** In the natural order of their names, numbers by size. */
  rows: string[]
  /** In the order of the rows that most of their samples are in, so that what agrees lies along the diagonal. */
  columns: string[]
  /** One list per row. */
  counts: number[][]
  /** Samples of each row, in whichever column. */
  sizes: number[]
  /** True where only the largest rows or columns are in it. */
  cut: boolean
}

const mostShown = 40

/** How two partitions of the same samples meet; of more than 40 parts of either, the largest. O(samples + rows · columns). */
export function crossTable(first: Partition, second: Partition): CrossTable {
  const width = second.names.length
  const all = new Float64Array(first.names.length * width)
  for (let i = 0; i < first.codes.length; i++) all[first.codes[i] * width + second.codes[i]]++
  const count = (row: number, column: number) => all[row * width + column]
  const sum = (places: Iterable<number>, at: (place: number) => number) => {
    let total = 0
    for (const place of places) total += at(place)
    return total
  }
  const rowSizes = first.names.map((_, row) => sum(second.names.keys(), (column) => count(row, column)))
  const columnSizes = second.names.map((_, column) => sum(first.names.keys(), (row) => count(row, column)))
  const rows = largest(rowSizes).sort((a, b) => first.names[a].localeCompare(first.names[b], 'en', { numeric: true }))
  const home = (column: number) =>
    rows.reduce((best, row, place) => (count(row, column) > count(rows[best], column) ? place : best), 0)
  const columns = largest(columnSizes)
    .map((column) => ({ column, home: home(column) }))
    .sort(
      (a, b) => a.home - b.home || count(rows[b.home], b.column) - count(rows[a.home], a.column) || a.column - b.column,
    )
    .map(({ column }) => column)
  return {
    rows: rows.map((row) => first.names[row]),
    columns: columns.map((column) => second.names[column]),
    counts: rows.map((row) => columns.map((column) => count(row, column))),
    sizes: rows.map((row) => rowSizes[row]),
    cut: rows.length < first.names.length || columns.length < width,
  }
}

function largest(sizes: readonly number[]): number[] {
  const order = Array.from(sizes.keys()).sort((a, b) => sizes[b] - sizes[a] || a - b)
  return order.slice(0, mostShown)
}
