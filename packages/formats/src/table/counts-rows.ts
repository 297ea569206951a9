/** In fewer rows a column counts them by chance. */
export const fewRows = 8

/** True for a column of numbers that only counts the rows (1, 2, 3, …), which says nothing about a sample. */
export function countsRows(rows: number, value: (row: number) => number): boolean {
  if (rows < fewRows || !Number.isInteger(value(0))) return false
  for (let i = 1; i < rows; i++) if (value(i) !== value(0) + i) return false
  return true
}
