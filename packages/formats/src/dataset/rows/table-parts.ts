import { type Communicator, InputError } from '@manyview/core'
import { counted, plural } from '@manyview/core/words'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { countRowGroups } from '../../readers/parquet/count-row-groups.ts'
import { readSource, type SourceOptions, type TableContents } from '../../readers/read-source.ts'
import { looksNumeric } from '../../table/parse-number.ts'
import { joinStrays, type Strays } from '../../table/stray-cells.ts'
import type { Table, WholeColumn } from '../../table/table.ts'
import { mostLevels } from '../one-hot.ts'
import { csvBlocks } from './csv-blocks.ts'
import { broadcastJson, NotInParts, onFirst } from './exchange.ts'
import { RowCounters } from './row-counters.ts'

/**
 * A delimited text or a Parquet file that rank 0 reads in parts, about `bytes` bytes of a text or one row group at a time; one reading goes before where there are several, since of text columns every part
 * says what the whole column holds. So every part becomes what it would be in the whole table. The other ranks get the first part without its numbers. Collective.
 */
export async function readTableInParts(
  source: ByteSource,
  format: 'csv' | 'parquet',
  options: SourceOptions,
  communicator: Communicator,
  bytes: number,
): Promise<TableContents> {
  const first = await onFirst(communicator, async () => {
    const contents = await readOnFirst(source, format, options, bytes)
    const rows = contents.rows!
    if (rows < communicator.size)
      throw new NotInParts(
        `there ${plural(rows, 'is', 'are')} ${counted(rows, 'sample')} for ${counted(communicator.size, 'rank')}`,
      )
    return contents
  })
  const outline = broadcastJson(communicator, first && outlineOf(first))
  if (first) return first
  const { rows, table } = outline!
  const numbers = { names: table.numbers.names, data: new Float64Array(table.rows * table.numbers.names.length) }
  const vectors = table.vectors.map((vector) => ({ ...vector, data: new Float64Array(table.rows * vector.width) }))
  return {
    source: source.name,
    kind: 'table',
    table: { ...table, numbers, vectors },
    rows,
    parts: { rows, async *read() {} },
  }
}

function outlineOf({ rows = 0, table }: TableContents) {
  const { numbers, vectors } = table
  return {
    rows,
    table: {
      ...table,
      numbers: { names: numbers.names },
      vectors: vectors.map(({ name, width }) => ({ name, width })),
    },
  }
}

async function readOnFirst(
  source: ByteSource,
  format: 'csv' | 'parquet',
  options: SourceOptions,
  bytes: number,
): Promise<TableContents> {
  const counters = new RowCounters()
  const texts = new Set<string>()
  // A short last part is read as the first one is, whatever its few rows look like.
  const given = { ...options, keepText: (name: string) => texts.has(name) || options.keepText(name) }
  const read = () => (format === 'csv' ? csvTables(source, given, bytes) : groupTables(source, given))
  const columns = new Map<string, TextValues>()
  let first: Table | null = null
  let outline = ''
  const parts: { rows: number; strays?: Strays }[] = []
  let warnings = 0
  let rows = 0
  for await (const table of read()) {
    first ??= table
    warnings += table.warnings?.length ?? 0
    for (const { name } of table.texts) texts.add(name)
    counters.add(table)
    const own = JSON.stringify([table.order, table.texts.map(({ name }) => name), table.vectors.map(nameAndWidth)])
    outline = rows === 0 || own === outline ? own : 'mixed'
    rows += table.rows
    parts.push({ rows: table.rows, strays: table.strays })
    collect(table, columns)
  }
  if (outline === 'mixed')
    throw new NotInParts(`columns of ${source.name} hold text in some parts and numbers in others`)
  if (warnings > 0 && parts.length > 1) throw new NotInParts(`a warning about ${source.name} needs the whole of it`)
  const strays = joinStrays(parts)
  // In the whole such a column may be one of text.
  if (strays?.many && parts.length > 1)
    throw new NotInParts(`a part of ${source.name} has too many cells that are no numbers`)
  if (!counters.goOn(rows)) throw new NotInParts(`parts of ${source.name} do not tell which columns count the rows`)
  const whole = new Map([...columns].map(([name, values]) => [name, wholeColumn(values, rows)]))
  const known = (table: Table): Table => ({
    ...table,
    strays,
    texts: table.texts.map((column) => ({
      ...column,
      countsRows: counters.has(column.name),
      whole: whole.get(column.name),
    })),
  })
  const table = known(first!)
  const again = async function* () {
    if (parts.length === 1) yield table
    else for await (const part of read()) yield known(part)
  }
  return { source: source.name, kind: 'table', table, rows, parts: { rows, read: again } }
}

function nameAndWidth({ name, width }: Table['vectors'][number]): [string, number] {
  return [name, width]
}

async function* csvTables(source: ByteSource, options: SourceOptions, bytes: number): AsyncGenerator<Table, void> {
  let rows = 0
  for await (const block of csvBlocks(source, bytes)) {
    const table = await inWholeText(readTable(block, options), rows)
    rows += table.rows
    yield table
  }
}

/** Names a row that cannot be read by its number in the whole text, of which `before` came first. */
async function inWholeText<T>(reading: Promise<T>, before: number): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    const message = error.message.slice(`${error.argument}: `.length)
    throw new InputError(
      message.replace(/^row (\d+)/, (_, row) => `row ${Number(row) + before}`),
      error,
    )
  }
}

async function* groupTables(source: ByteSource, options: SourceOptions): AsyncGenerator<Table, void> {
  const groups = await countRowGroups(source)
  for (let begin = 0; begin < groups; begin++)
    yield readTable(source, { ...options, groups: () => ({ begin, end: begin + 1 }) })
}

async function readTable(source: ByteSource, options: SourceOptions): Promise<Table> {
  const contents = await readSource(source, options)
  if (contents.kind !== 'table') throw new TypeError(`${source.name} is a table in one part and none in another`)
  return contents.table
}

interface TextValues {
  values: Set<string>
  numeric: boolean
}

function collect({ texts }: Table, columns: Map<string, TextValues>): void {
  for (const { name, values } of texts) {
    const known = columns.get(name) ?? { values: new Set(), numeric: true }
    for (const value of values) known.values.add(value)
    known.numeric &&= values.every(looksNumeric)
    columns.set(name, known)
  }
}

/** What a text column holds, over all parts. */
function wholeColumn({ values, numeric }: TextValues, rows: number): WholeColumn {
  return { rows, distinct: values.size, levels: values.size <= mostLevels ? [...values] : [], numeric }
}
