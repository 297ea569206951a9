import { isIdName, isLabelName } from '../table/column-names.ts'
import { countLevels, type Table, type TextColumn } from '../table/table.ts'
import { columnRole } from '../things/column-role.ts'
import type { ReadOptions } from './read-options.ts'

/** The column that names the rows of a table: the one that was asked for, one with the name of ids, or the first column where its texts differ. */
export function findIds(table: Table, options: ReadOptions): TextColumn | undefined {
  const open = table.texts.filter(
    ({ name, countsRows }) => name !== options.labels && !countsRows && !options.texts?.includes(name),
  )
  if (options.id) return open.find(({ name }) => name === options.id)
  const named = table.named ? open.find(({ name }) => isIdName(name)) : undefined
  if (named) return named
  const [first] = open.filter((column) => columnRole(column, options) !== 'texts')
  const isFirst = first && first.name === table.order[0] && !(table.named && isLabelName(first.name))
  if (!isFirst) return undefined
  const { distinct, rows } = countLevels(first)
  return first.name === '' || distinct * 2 > rows ? first : undefined
}
