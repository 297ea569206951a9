import { InputError } from '@manyview/core'
import type { ByteSource } from '../bytes/byte-source.ts'
import { mostLevels } from '../dataset/one-hot.ts'
import type { Format } from '../detect-format.ts'
import { countRowGroups } from '../parquet/count-row-groups.ts'
import { readSource, type SourceOptions } from '../read-source.ts'
import { looksNumeric } from '../table/parse-number.ts'
import type { Table } from '../table/table.ts'
import type { WholeColumn } from '../table/text-column.ts'
import { csvBlocks } from './csv-blocks.ts'

/** A table too large for memory: its parts, one after the other, each time it is read; of text columns every part says what the whole column holds. */
export interface TableParts {
  rows: number
  read(): AsyncGenerator<Table, void>
}

/** The parts of a delimited text (about `bytes` of it each) or of a Parquet file (its row groups). Reads the file once to see what its text columns hold. */
export async function tableParts(
  source: ByteSource,
  format: Format,
  options: SourceOptions,
  bytes: number,
): Promise<TableParts> {
  const counters = new Set<string>()
  const texts = new Set<string>()
  // A short last part is read as the first one is, whatever its few rows look like.
  const given = { ...options, keepText: (name: string) => texts.has(name) || options.keepText(name) }
  const parts = () => (format === 'csv' ? csvTables(source, given, bytes) : groupTables(source, given))
  const columns = new Map<string, { values: Set<string>; numeric: boolean }>()
  let rows = 0
  let first: string | null = null
  for await (const table of parts()) {
    const outline = JSON.stringify([table.order, table.texts.map(({ name }) => name), table.vectors.map(widthOf)])
    first ??= outline
    if (outline !== first)
      throw new InputError(
        `columns hold numbers in some places and text in others (seen at row ${rows} or after), which cannot be read in blocks, leave that text out or fit it in memory`,
        { code: 'stream', argument: source.name },
      )
    if (table.strayCells)
      throw new InputError(
        `${table.warnings?.at(-1)} (rows counted from row ${rows + 1} on), which cannot be read in blocks, correct them or fit it in memory`,
        { code: 'stream', argument: source.name },
      )
    rows += table.rows
    for (const { name, values, countsRows } of table.texts) {
      texts.add(name)
      if (countsRows) counters.add(name)
      const known = columns.get(name) ?? { values: new Set(), numeric: true }
      for (const value of values) known.values.add(value)
      known.numeric &&= values.every(looksNumeric)
      columns.set(name, known)
    }
  }
  const whole = (name: string): WholeColumn => {
    const { values, numeric } = columns.get(name)!
    return { rows, distinct: values.size, levels: values.size <= mostLevels ? [...values] : [], numeric }
  }
  return {
    rows,
    async *read() {
      for await (const table of parts())
        yield {
          ...table,
          texts: table.texts.map((column) => ({
            ...column,
            countsRows: counters.has(column.name),
            whole: whole(column.name),
          })),
        }
    },
  }
}

function widthOf({ name, width }: Table['vectors'][number]): [string, number] {
  return [name, width]
}

async function* csvTables(source: ByteSource, options: SourceOptions, bytes: number): AsyncGenerator<Table, void> {
  for await (const block of csvBlocks(source, bytes)) yield* tablesOf(block, options)
}

async function* groupTables(source: ByteSource, options: SourceOptions): AsyncGenerator<Table, void> {
  const count = await countRowGroups(source)
  for (let g = 0; g < count; g++) yield* tablesOf(source, { ...options, groups: () => ({ begin: g, end: g + 1 }) })
}

async function* tablesOf(source: ByteSource, options: SourceOptions): AsyncGenerator<Table, void> {
  const contents = await readSource(source, options)
  if (contents.kind === 'table') yield contents.table
}
