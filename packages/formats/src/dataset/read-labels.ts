import { badFile } from '../bytes/bad-file.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { unpack } from '../bytes/unpack.ts'
import { readCsv } from '../readers/csv/read.ts'
import { readNpyFile } from '../readers/npy/read.ts'
import { withoutApostrophe } from '../results/labels-csv.ts'
import { isLabelName } from '../table/column-names.ts'
import { looksNumeric } from '../table/parse-number.ts'
import { countLevels } from '../table/table.ts'
import { columnOfIds } from './find-ids.ts'
import { labelValues } from './label-values.ts'

/** Labels as a file gives them, with ids where it has any. */
export interface LabelFile {
  ids: string[] | null
  labels: string[]
  /** Of a table: the names of its columns, for messages that must not show its cells. */
  columns?: string[]
}

const mostBytes = 2 ** 28

/** Reads a label file: one label per line (a first line that reads label, class, … is a header), a table with a column `label` and optionally `id`, or an NPY vector. */
export async function readLabels(packed: ByteSource): Promise<LabelFile> {
  const { file: source, format } = await unpack(packed)
  if (format === 'npy') {
    const labels = labelValues((await readNpyFile(source))[0].value)
    if (!labels) throw badFile(source.name, 'holds no vector of whole numbers or text, save one label a sample')
    return { ids: null, labels }
  }
  if (format !== 'csv')
    throw badFile(
      source.name,
      'is no label file, give one label a line, a table with a column "label", or an NPY vector',
    )
  if (source.byteLength > mostBytes)
    throw badFile(source.name, `has ${source.byteLength} bytes, too many for labels (${mostBytes})`)
  const text = new TextDecoder().decode(await source.slice(0)).replace(/^\uFEFF/, '')
  if (text.includes('\0')) throw badFile(source.name, 'is no text, give one label a line')
  const lines = text.split(/\r\n|\n|\r/)
  if (!lines.slice(0, 50).some((line) => /[,;\t]/.test(line)))
    return { ids: null, labels: fromLines(source.name, lines) }
  const table = await readCsv(source, () => true)
  const named = table.named ? table.texts : []
  const column = named.find(({ name }) => isLabelName(name)) ?? (table.texts.length === 2 ? table.texts[1] : undefined)
  if (!column)
    throw badFile(
      source.name,
      `has no column "label" (columns: ${table.order.slice(0, 20).join(', ')}), name the column of labels "label"`,
    )
  const others = table.texts.filter((other) => other !== column)
  const ids = columnOfIds(table, others, () => true)
  // What Manyview writes, now and before clusters had names.
  const isOurs = /^id,(label|cluster,name)(,confidence|,outlier_score|,unseen_score|,unseen)*$/.test(
    table.order.join(','),
  )
  const { distinct, rows } = countLevels(column)
  const columns = table.named ? table.order.slice(0, 20) : undefined
  if (columns && !isLabelName(column.name) && rows > 2 && distinct === rows)
    throw badFile(
      source.name,
      `has no column "label", and "${column.name}" differs in every row (columns: ${columns.join(', ')}), name the column of labels "label"`,
    )
  const texts = (values: string[]) => (isOurs ? values.map(withoutApostrophe) : values)
  return {
    ids: ids ? texts(ids.values) : null,
    labels: plain(texts(column.values)),
    ...(columns && ids ? { columns } : {}),
  }
}

function fromLines(name: string, lines: string[]): string[] {
  const filled = lines.map((line) =>
    line
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .replaceAll('""', '"'),
  )
  while (filled.length > 0 && filled[filled.length - 1] === '') filled.pop()
  if (filled.length > 0 && isLabelName(filled[0])) filled.shift()
  const blank = filled.indexOf('')
  if (blank >= 0) throw badFile(name, `line ${blank + 1} is blank, give one label a line`)
  if (filled.length === 0) throw badFile(name, 'holds no labels, give one a line')
  return plain(filled)
}

/** Labels that are all numbers lose what only notation adds: `1.0` becomes `1`. */
function plain(labels: string[]): string[] {
  return labels.every(looksNumeric) ? labels.map((label) => String(Number(label))) : labels
}
