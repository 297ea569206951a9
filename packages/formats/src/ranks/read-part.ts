import { type Communicator, InputError, rowsOnRanks, share } from '@manyview/core'
import type { ByteSource } from '../bytes/byte-source.ts'
import { mostLevels } from '../dataset/one-hot.ts'
import { type Contents, readSource, type SourceOptions } from '../read-source.ts'
import { looksNumeric } from '../table/parse-number.ts'
import type { TextColumn, WholeColumn } from '../table/text-column.ts'
import { csvPart } from './csv-part.ts'
import { allTexts } from './gather-texts.ts'
import { NotInParts } from './not-in-parts.ts'
import { SharedIds } from './shared-ids.ts'
import { splitCheck } from './split-check.ts'

/**
 * `readSource` of this rank's part: the rows of a table that are its own (delimited text by bytes, Parquet by row groups), and the outline of matrices, of which parts can be read later.
 * Of text columns it says what the whole column holds, so that every rank makes of its part what one process makes of the table. Collective.
 */
export async function readPart(
  source: ByteSource,
  options: SourceOptions,
  communicator: Communicator,
): Promise<Contents> {
  const { size, rank } = communicator
  const format = await splitCheck(source, communicator)
  const groups = (count: number) => share(count, size, rank)
  const given = { ...options, groups, outline: true }
  const contents = format === 'csv' ? await readLines(source, given, communicator) : await readSource(source, given)
  if (contents.kind !== 'table') return contents
  const { table } = contents
  const warnings = Float64Array.of(table.warnings?.length ?? 0)
  communicator.allReduceSum(warnings)
  if (warnings[0] > 0) throw new NotInParts(`a warning about ${source.name} needs the whole of it`)
  const names = allTexts(communicator, [JSON.stringify(table.texts.map(({ name }) => name))])
  if (names.some((other) => other !== names[0]))
    throw new NotInParts(`columns of ${source.name} hold text in some parts and numbers in others`)
  const { total: rows, begin } = rowsOnRanks(communicator, table.rows)
  const texts = table.texts.map((column) => ({ ...column, whole: wholeColumn(communicator, column, begin, rows) }))
  return { ...contents, table: { ...table, texts }, rows }
}

/** This rank's lines of a delimited text; a row that cannot be read is named by its number in the whole text. */
async function readLines(source: ByteSource, options: SourceOptions, communicator: Communicator): Promise<Contents> {
  const part = await csvPart(source, communicator)
  if (!part) throw new NotInParts(`${source.name} has too few lines`)
  try {
    return await readSource(part, options)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    const before = await part.rowsBefore()
    const message = error.message.slice(`${error.argument}: `.length)
    throw new InputError(
      message.replace(/^row (\d+)/, (_, row) => `row ${Number(row) + before}`),
      error,
    )
  }
}

function wholeColumn(
  communicator: Communicator,
  { name, values }: TextColumn,
  begin: number,
  rows: number,
): WholeColumn {
  const counts = Float64Array.of(values.every(looksNumeric) ? 0 : 1)
  communicator.allReduceSum(counts)
  const numeric = counts[0] === 0
  const own = [...new Set(values)]
  // One more than is allowed is enough to know that there are too many.
  const levels = [...new Set(allTexts(communicator, own.slice(0, mostLevels + 1)))]
  if (levels.length <= mostLevels) return { rows, distinct: levels.length, levels, numeric }
  const distinct = new SharedIds(communicator, [{ name, ids: values, begin }]).sum(() => 1)
  return { rows, distinct, levels: [], numeric }
}
