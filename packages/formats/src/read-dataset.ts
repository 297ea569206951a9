import { type DenseView, InputError, type SparseView } from 'manyview'
import type { ByteSource } from './bytes/byte-source.ts'
import { fileStem } from './bytes/file-stem.ts'
import { findInTable } from './dataset/find-in-table.ts'
import { findInVariables } from './dataset/find-in-variables.ts'
import type { Findings, ViewKind } from './dataset/findings.ts'
import { joinSamples } from './dataset/join-samples.ts'
import { findVariable, flattenRecords, type SourcedVariable } from './dataset/variable-index.ts'
import { viewKind } from './dataset/view-kind.ts'
import { detectFormat } from './detect-format.ts'
import { readMat5 } from './mat5/read-mat5.ts'
import { readNpyFile } from './npy/read-npy-file.ts'
import { readCsv } from './table/read-csv.ts'
import type { Table } from './table/table.ts'

/** One view as read, with the file or variable it came from. */
export interface DatasetView {
  name: string
  view: DenseView | SparseView
  kind: ViewKind
  source: string
}

/** A vector that may be the true classes, one text a sample. */
export interface LabelCandidate {
  name: string
  values: string[]
}

/** Everything that was read. Views have the same samples in the same order; the best guess of the labels comes first; `notes` are the guesses in plain words. */
export interface Dataset {
  samples: number
  views: DatasetView[]
  ids: string[] | null
  labels: LabelCandidate[]
  notes: string[]
  warnings: string[]
}

/** How to read: which dimension counts the samples, which variables or files are views, which variable or column holds the labels (it is never a view). All are guessed where not given. */
export interface ReadOptions {
  samples?: 'rows' | 'columns'
  views?: string[]
  labels?: string
}

/**
 * Reads views from one file that holds several, or from several files. The format is told by the content. Samples are lined up by id where there are ids, else by position.
 * Missing values stay as NaN. Peak memory is about twice the data.
 */
export async function readDataset(sources: ByteSource[], options: ReadOptions = {}): Promise<Dataset> {
  if (sources.length === 0)
    throw new InputError('no file given, give at least one', { code: 'no-files', argument: 'files' })
  const variables: SourcedVariable[] = []
  const tables: { source: string; table: Table }[] = []
  for (const source of sources) {
    const format = await detectFormat(source)
    if (format === 'csv')
      tables.push({ source: source.name, table: await readCsv(source, (name) => name === options.labels) })
    else variables.push(...(await readVariables(source, format, sources.length > 1)))
  }
  checkNames(variables, tables, options)
  const findings: Findings[] = tables.map(({ source, table }) => findInTable(source, table, options))
  const wanted = options.views
  for (const found of findings) if (wanted) found.views = found.views.filter(({ name }) => wanted.includes(name))
  const counts = tables.map(({ table }) => table.rows)
  if (variables.length > 0) findings.push(findInVariables(variables, options, counts))
  const views = findings.flatMap((found) => found.views)
  if (views.length === 0)
    throw new InputError('no view found, give at least one matrix of numbers', {
      code: 'no-views',
      argument: sources[0].name,
    })
  const labels = findings.flatMap((found) => found.labels)
  const joined = joinSamples(views, labels)
  return {
    samples: joined.samples,
    views: views.map(({ name, source, kind }, v) => ({
      name,
      view: joined.views[v],
      kind: kind ?? viewKind(joined.views[v]),
      source,
    })),
    ids: joined.ids,
    labels: joined.labels,
    notes: findings.flatMap((found) => found.notes),
    warnings: [...findings.flatMap((found) => found.warnings), ...joined.warnings],
  }
}

async function readVariables(source: ByteSource, format: 'mat5' | 'npy', several: boolean): Promise<SourcedVariable[]> {
  const alone = format === 'npy'
  const variables = alone ? await readNpyFile(source) : await readMat5(source)
  return variables.map(({ name, value }) => ({
    name: several && !alone ? `${fileStem(source.name)}.${name}` : name,
    value,
    source: source.name,
    alone,
  }))
}

/** Names that were asked for must exist somewhere. */
function checkNames(
  variables: SourcedVariable[],
  tables: { source: string; table: Table }[],
  options: ReadOptions,
): void {
  const flat = flattenRecords(variables)
  const stems = tables.map(({ source }) => fileStem(source))
  const columns = tables.flatMap(({ table }) => (table.named ? table.order : []))
  const check = (argument: string, name: string, others: string[]) => {
    if (findVariable(flat, name) || others.includes(name)) return
    const known = [...flat.map((variable) => variable.name), ...others]
    throw new InputError(`there is no variable "${name}", there are ${known.slice(0, 30).join(', ') || 'none'}`, {
      code: 'unknown-variable',
      argument,
      details: { name, known },
    })
  }
  for (const name of options.views ?? []) check('views', name, stems)
  if (options.labels) check('labels', options.labels, columns)
}
