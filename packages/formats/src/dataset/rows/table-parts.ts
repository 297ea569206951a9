import { type Communicator, InputError } from '@manyview/core'
import { rowsOnRanks, share } from '@manyview/core/numerics'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { countRowGroups } from '../../readers/parquet/count-row-groups.ts'
import { type Contents, readSource, type SourceOptions } from '../../readers/read-source.ts'
import { looksNumeric } from '../../table/parse-number.ts'
import { joinStrays, type Strays } from '../../table/stray-cells.ts'
import type { Table, WholeColumn } from '../../table/table.ts'
import { mostLevels } from '../one-hot.ts'
import { csvBlocks } from './csv-blocks.ts'
import { csvPart } from './csv-part.ts'
import { allTexts, broadcastJson, gatherTexts } from './exchange.ts'
import { NotInParts } from './not-in-parts.ts'
import { RowCounters } from './row-counters.ts'

type ReadTables = () => AsyncGenerator<Table, void>

/**
 * This rank's rows of a delimited text or a Parquet file. With `bytes` they stay in the file and are read in parts, about so many bytes of a text or one row group at a time; one reading goes before,
 * since of text columns every part says what the whole column holds. So every part becomes what it would be in the whole table. Collective.
 */
export async function ownTable(
  source: ByteSource,
  format: 'csv' | 'parquet',
  options: SourceOptions,
  communicator: Communicator,
  bytes: number | null,
): Promise<Contents> {
  const counters = new RowCounters()
  const texts = new Set<string>()
  // A short last part is read as the first one is, whatever its few rows look like.
  const given = { ...options, keepText: (name: string) => texts.has(name) || options.keepText(name) }
  const read =
    format === 'csv'
      ? await csvTables(source, given, communicator, bytes)
      : groupTables(source, given, communicator, bytes)
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
  const outlines = allTexts(communicator, [outline])
  if (outline === 'mixed' || outlines.some((other) => other !== outline))
    throw new NotInParts(`columns of ${source.name} hold text in some parts and numbers in others`)
  if (allTexts(communicator, [String(warnings)]).some((count) => count !== '0'))
    throw new NotInParts(`a warning about ${source.name} needs the whole of it`)
  const all = allTexts(communicator, [JSON.stringify({ rows, strays: joinStrays(parts) })])
  const strays = joinStrays(all.map((text) => JSON.parse(text) as (typeof parts)[number]))
  // In the whole such a column may be one of text.
  if (strays?.many) throw new NotInParts(`a part of ${source.name} has too many cells that are no numbers`)
  const { total } = rowsOnRanks(communicator, rows)
  if (!counters.goOn(communicator, total))
    throw new NotInParts(`parts of ${source.name} do not tell which columns count the rows`)
  const whole = new Map([...columns].map(([name, values]) => [name, wholeColumn(communicator, values, total)]))
  const known = (table: Table): Table => ({
    ...table,
    strays,
    texts: table.texts.map((column) => ({
      ...column,
      countsRows: counters.has(column.name),
      whole: whole.get(column.name),
    })),
  })
  const contents = { source: source.name, kind: 'table' as const, table: known(first!), rows: total }
  return bytes === null ? contents : { ...contents, parts: { rows, read: () => mapped(read(), known) } }
}

async function* mapped(
  tables: AsyncGenerator<Table, void>,
  change: (table: Table) => Table,
): AsyncGenerator<Table, void> {
  for await (const table of tables) yield change(table)
}

function nameAndWidth({ name, width }: Table['vectors'][number]): [string, number] {
  return [name, width]
}

async function csvTables(
  source: ByteSource,
  options: SourceOptions,
  communicator: Communicator,
  bytes: number | null,
): Promise<ReadTables> {
  const part = communicator.size > 1 ? await csvPart(source, communicator) : { ...source, rowsBefore: async () => 0 }
  if (!part) throw new NotInParts(`${source.name} has too few lines`)
  return async function* () {
    let rows = 0
    for await (const block of bytes === null ? [part] : csvBlocks(part, bytes)) {
      const table = await inWholeText(readTable(block, options), async () => rows + (await part.rowsBefore()))
      rows += table.rows
      yield table
    }
  }
}

/** Names a row that cannot be read by its number in the whole text, of which `rowsBefore` were before. */
async function inWholeText<T>(reading: Promise<T>, rowsBefore: () => Promise<number>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    const before = await rowsBefore()
    const message = error.message.slice(`${error.argument}: `.length)
    throw new InputError(
      message.replace(/^row (\d+)/, (_, row) => `row ${Number(row) + before}`),
      error,
    )
  }
}

function groupTables(
  source: ByteSource,
  options: SourceOptions,
  { size, rank }: Communicator,
  bytes: number | null,
): ReadTables {
  return async function* () {
    const own = share(await countRowGroups(source), size, rank)
    const step = bytes === null ? own.end - own.begin : 1
    for (let begin = own.begin; begin < own.end; begin += step)
      yield readTable(source, { ...options, groups: () => ({ begin, end: begin + step }) })
  }
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

/** What a text column holds, over all parts and ranks. */
function wholeColumn(communicator: Communicator, { values, numeric }: TextValues, rows: number): WholeColumn {
  const others = Float64Array.of(numeric ? 0 : 1)
  communicator.allReduceSum(others)
  const own = [...values]
  // One more than is allowed is enough to know that there are too many.
  const levels = [...new Set(allTexts(communicator, own.slice(0, mostLevels + 1)))]
  const distinct =
    levels.length <= mostLevels
      ? levels.length
      : broadcastJson(communicator, new Set(gatherTexts(communicator, own)).size)
  return { rows, distinct, levels: levels.length <= mostLevels ? levels : [], numeric: others[0] === 0 }
}
