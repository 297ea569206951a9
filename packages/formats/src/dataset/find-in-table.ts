import { InputError } from 'manyview'
import { fileStem } from '../bytes/file-stem.ts'
import type { ReadOptions } from '../read-dataset.ts'
import { isIdName, isLabelName } from '../table/column-names.ts'
import { looksNumeric } from '../table/parse-number.ts'
import type { Table } from '../table/table.ts'
import type { Findings } from './findings.ts'
import { canBeClasses } from './label-values.ts'

/** Finds views, labels and ids in a table with one sample a row: number columns together are one view, ids and labels are found by name. */
export function findInTable(source: string, table: Table, options: ReadOptions): Findings {
  const stem = fileStem(source)
  const notes: string[] = []
  const warnings: string[] = []
  const idColumn = findIds(table, options)
  const ids = idColumn ? idColumn.values : null
  if (idColumn) notes.push(`${stem}: ids of the samples: ${idColumn.name || 'the first column'}`)
  const labels = table.texts.filter((column) => column !== idColumn && isLabelColumn(column, table, options))
  if (labels[0] && !options.labels)
    notes.push(`${stem}: labels: ${labels[0].name}, ${new Set(labels[0].values).size} classes (for scoring only)`)
  const others = table.texts.filter((column) => column !== idColumn && !labels.includes(column))
  if (others.length > 0)
    warnings.push(
      `${stem}: left out columns that hold no numbers: ${others
        .slice(0, 10)
        .map(({ name }) => name)
        .join(', ')}`,
    )
  const { names, data } = table.numbers
  if (names.length === 0 && labels.length === 0)
    throw new InputError(
      `no column of numbers found (columns: ${table.order.slice(0, 20).join(', ')}), give at least one`,
      { code: 'no-views', argument: source },
    )
  return {
    views:
      names.length === 0
        ? []
        : [
            {
              name: stem,
              source,
              value: { type: 'dense', shape: [table.rows, names.length], order: 'rows', data },
              axis: 'rows',
              ids,
            },
          ],
    labels: labels
      .sort((a, b) => Number(b.name === options.labels) - Number(a.name === options.labels))
      .map(({ name, values }) => ({ name, values: plainNumbers(values), ids })),
    notes,
    warnings,
  }
}

function findIds(table: Table, options: ReadOptions) {
  const open = table.texts.filter(({ name }) => name !== options.labels)
  const named = table.named ? open.find(({ name }) => isIdName(name)) : undefined
  if (named) return named
  const [first] = open
  const isFirst = first && first.name === table.order[0] && !(table.named && isLabelName(first.name))
  return isFirst && (first.name === '' || new Set(first.values).size * 2 > first.values.length) ? first : undefined
}

function isLabelColumn(column: { name: string; values: string[] }, table: Table, options: ReadOptions): boolean {
  if (options.labels) return column.name === options.labels
  if (table.named && isLabelName(column.name)) return true
  const textColumns = table.texts.filter(({ name }) => !isIdName(name)).length
  return textColumns <= 2 && column.name === table.order[table.order.length - 1] && canBeClasses(column.values)
}

/** Labels that are all numbers lose what only notation adds: `1.0` becomes `1`. */
function plainNumbers(values: string[]): string[] {
  return values.every(looksNumeric) ? values.map((value) => String(Number(value))) : values
}
