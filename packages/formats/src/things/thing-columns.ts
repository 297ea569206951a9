import { findIds } from '../dataset/find-ids.ts'
import type { Findings } from '../dataset/findings.ts'
import type { ReadOptions } from '../dataset/read-options.ts'
import type { TableRole } from '../dataset/table-roles.ts'
import type { Table, TextColumn } from '../table/table.ts'
import { type ColumnRole, columnRole } from './column-role.ts'
import { rowNumbers } from './thing-files.ts'

/** A column of a table that holds things. */
interface ThingInTable {
  column: TextColumn
  holds: ColumnRole
}

/** The columns of a table that hold things; a file name can be an id and a picture. Where samples are columns or where views are made of named columns there are none unless they are asked for, and where the table only describes samples or views are named only those. */
export function thingColumns(table: Table, options: ReadOptions, { axis, metadata }: TableRole): ThingInTable[] {
  const { texts, pictures, views } = options
  if (axis === 'columns' || (options.columns && !texts && !pictures)) return []
  const named =
    metadata || (views && !options.columns) ? [...(texts ?? []), ...(pictures ?? []), ...(views ?? [])] : null
  const ids = findIds(table, options)
  return table.texts.flatMap((column) => {
    const holds = columnRole(column, options)
    if (
      !holds ||
      column.name === options.labels ||
      named?.includes(column.name) === false ||
      (column === ids && holds !== 'pictures')
    )
      return []
    return [{ column, holds }]
  })
}

/** Adds columns of things to what was found in a table, and says so. */
export function addThings(
  findings: Findings,
  things: readonly ThingInTable[],
  { source, stem, table, idColumn }: { source: string; stem: string; table: Table; idColumn: TextColumn | undefined },
): void {
  const names = (holds: ColumnRole) => {
    const all = things.filter((thing) => thing.holds === holds).map(({ column }) => column.name)
    return all.slice(0, 10).join(', ') + (all.length > 10 ? ', …' : '')
  }
  for (const kind of ['texts', 'pictures'] as const) {
    if (names(kind) === '') continue
    findings.notes.push(
      `${stem}: ${kind} that become views: ${names(kind)}; --kind COLUMN=${kind.slice(0, -1)} names others, --kind COLUMN=none leaves one out`,
    )
    for (const { column, holds } of things)
      if (holds === kind)
        findings.views.push({
          name: column.name,
          source,
          value: rowNumbers(table.rows),
          axis: 'rows',
          ids: idColumn?.values ?? null,
          things: { kind, cells: column.values },
        })
  }
  if (names('addresses') !== '')
    findings.notes.push(
      `${stem}: web addresses are never fetched: ${names('addresses')}; save the files and give their paths`,
    )
}
