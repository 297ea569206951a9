import { isIdName, isLabelName } from '../table/column-names.ts'
import { looksNumeric } from '../table/parse-number.ts'
import { countLevels, type Table, type TextColumn } from '../table/table.ts'
import { columnRole } from '../things/column-role.ts'
import type { ReadOptions } from './read-options.ts'

/** Finds the column of ids among `columns` of a table: the one called `id` where that is asked for, else one with the name of ids, else the first of the table where `canBeFirst` says so. */
export function columnOfIds(
  table: Table,
  columns: readonly TextColumn[],
  canBeFirst: (column: TextColumn) => boolean,
  id?: string,
): TextColumn | undefined {
  if (id) return columns.find(({ name }) => name === id)
  const named = table.named ? columns.find(({ name }) => isIdName(name)) : undefined
  return named ?? columns.find((column) => column.name === table.order[0] && canBeFirst(column))
}

/** Finds the column that names the rows of a table of views; the first one does where its texts differ. */
export function findIds(table: Table, options: ReadOptions): TextColumn | undefined {
  const open = table.texts.filter(
    ({ name, countsRows }) => name !== options.labels && !countsRows && !options.texts?.includes(name),
  )
  const canBeFirst = (column: TextColumn) => {
    if (columnRole(column, options) === 'texts' || (table.named && isLabelName(column.name))) return false
    const { distinct, rows } = countLevels(column)
    return column.name === '' || distinct * 2 > rows
  }
  return columnOfIds(table, open, canBeFirst, options.id)
}

/** Finds the column with the ids of samples that are at hand: the one asked for, the one with most of these ids, or one that `findIds` takes and that is no plain number. */
export function findIdsOf(samples: readonly string[] | null, table: Table, id?: string): TextColumn | undefined {
  if (id !== undefined) return table.texts.find(({ name }) => name === id)
  const names = new Set(samples ?? [])
  const matches = table.texts.map(({ values }) => values.reduce((sum, each) => sum + Number(names.has(each)), 0))
  const most = Math.max(0, ...matches)
  if (most > 0) return table.texts[matches.indexOf(most)]
  const guess = findIds(table, {})
  return guess && (isIdName(guess.name) || !guess.values.every(looksNumeric)) ? guess : undefined
}
