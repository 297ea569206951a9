import { tooManyLevels } from '../dataset/one-hot.ts'
import type { ReadOptions } from '../dataset/read-options.ts'
import type { TextColumn } from '../table/table.ts'
import { isPictureName } from './thing-column.ts'

/** What a column of text holds that is no category: texts, paths of pictures, or addresses of the web. */
export type ColumnRole = 'texts' | 'pictures' | 'addresses'

/** Cells that are looked at, evenly spaced. */
const mostLooks = 500
/** Share of the cells that have to look alike. */
const nearlyAll = 0.9
/** Words of a text on average; names of people and places have fewer. */
const fewestWords = 3

const address = /^(https?|ftp|s3|gs):\/\/\S+$/i
/** A letter: no space, digit or sign of ASCII. */
const letter = /[^\s\d!-/:-@[-`{-~]/
/** A character of scripts without spaces between words, two of which count as a word. */
const unspaced = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/g

/** Tells texts from categories by looking: texts differ in most samples and have several words. Names that `options` gives decide before that; null: categories, ids, or anything else. */
export function columnRole(
  column: TextColumn,
  { texts, pictures, plainColumns, things }: ReadOptions,
): ColumnRole | null {
  if (!things || column.countsRows || plainColumns?.includes(column.name)) return null
  if (texts?.includes(column.name)) return 'texts'
  if (pictures?.includes(column.name)) return 'pictures'
  const looked = someCells(column.values)
  if (looked.length === 0) return null
  const share = (fits: (cell: string) => boolean) => looked.filter(fits).length / looked.length
  if (share((cell) => address.test(cell)) >= nearlyAll) return 'addresses'
  if (!pictures && share(isPictureName) >= nearlyAll) return 'pictures'
  if (texts) return null
  const words = looked.reduce((sum, cell) => sum + countWords(cell), 0) / looked.length
  return words >= fewestWords && tooManyLevels(column) ? 'texts' : null
}

/** Cells that are not empty, evenly spaced. */
function someCells(values: readonly string[]): string[] {
  const step = Math.max(1, Math.floor(values.length / mostLooks))
  return values.filter((cell, i) => i % step === 0 && cell.trim() !== '')
}

function countWords(cell: string): number {
  const start = cell.slice(0, 1000)
  const spaced = start.split(/\s+/).filter((word) => letter.test(word)).length
  return spaced + (start.match(unspaced)?.length ?? 0) / 2
}
