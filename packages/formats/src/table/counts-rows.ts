import { isCounterName } from './column-names.ts'

const fewRows = 8

/** True for a column of numbers that only counts the rows (1, 2, 3, …), or that is called No. and the like and never repeats. It says nothing about a sample. */
export function countsRows(name: string, rows: number, value: (row: number) => number): boolean {
  const named = isCounterName(name)
  if (rows < (named ? 2 : fewRows)) return false
  const first = value(0)
  const seen = named ? new Set<number>() : null
  let consecutive = true
  for (let i = 0; i < rows; i++) {
    const number = value(i)
    if (!Number.isInteger(number)) return false
    consecutive &&= number === first + i
    if (!consecutive && !seen) return false
    seen?.add(number)
  }
  return consecutive || (rows >= fewRows && seen?.size === rows)
}
