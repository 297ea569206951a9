import { type BlockedView, blockedView, defaultBlockRows, InputError, type Scratch } from 'manyview'
import type { ByteSource } from '../bytes/byte-source.ts'
import { findViews } from '../dataset/find-views.ts'
import type { Findings, FoundView, ViewKind } from '../dataset/findings.ts'
import { checkCounts, checkIds } from '../dataset/join-samples.ts'
import { matrixShape, toView } from '../dataset/to-view.ts'
import { viewKind } from '../dataset/view-kind.ts'
import { detectFormat, type Format } from '../detect-format.ts'
import { type Dataset, type DatasetView, noViews, settleNames } from '../read-dataset.ts'
import type { ReadOptions } from '../read-options.ts'
import { type Contents, readSource, type SourceOptions } from '../read-source.ts'
import { alignLabels } from './align-labels.ts'
import { type TableParts, tableParts } from './table-parts.ts'

/** A dataset whose views are read in blocks. Kinds of views are judged by their first block. */
export interface BlockedDataset extends Omit<Dataset, 'views'> {
  views: (Omit<DatasetView, 'view'> & { view: BlockedView })[]
}

/** Where views are kept that cannot be read in blocks from their file again and again. */
export interface BlockedReading {
  scratch: Scratch
  /** Opens an NPY file as a view that is read from there, samples along `axis`; null where it cannot be. */
  openNpy?(source: ByteSource, axis: 'rows' | 'columns'): BlockedView | null
}

/** Files up to this size are read whole, whatever their format. */
const SMALL = 1 << 26

/**
 * Reads views as `readDataset` does, without ever holding one: NPY is read where it lies; HDF5, MATLAB 7.3 and AnnData are copied to `scratch` by slices, CSV and Parquet by parts; small files are
 * read whole. Ids and labels stay in memory. Sparse views, and large files of other formats, are refused.
 */
export async function readBlocked(
  sources: readonly ByteSource[],
  options: ReadOptions,
  reading: BlockedReading,
): Promise<BlockedDataset> {
  if (sources.length === 0)
    throw new InputError('no file given, give at least one', { code: 'no-files', argument: 'files' })
  const tables = new Map<string, TableParts>()
  const formats = new Map<string, Format>()
  const contents: Contents[] = []
  const keepText = (name: string) => name === options.labels || name === options.id
  const given: SourceOptions = { keepText, views: options.views, labels: options.labels, outline: true }
  for (const source of sources) {
    const format = await detectFormat(source)
    formats.set(source.name, format)
    const large = source.byteLength > SMALL
    if (large && (format === 'csv' || format === 'parquet')) {
      const parts = await tableParts(source, format, given)
      tables.set(source.name, parts)
      for await (const table of parts.read()) {
        contents.push({ source: source.name, kind: 'table', table, rows: parts.rows })
        break
      }
    } else {
      if (large && !['npy', 'hdf5', 'anndata'].includes(format)) throw notInBlocks(source, format)
      contents.push(await readSource(source, given))
    }
  }
  const found = findViews(contents, options)
  if (found.views.length === 0) throw noViews(sources)
  settleNames(found, options)
  for (const [name, parts] of tables) await keepTable(name, parts, found, options, reading)
  const views: BlockedDataset['views'] = []
  for (const view of found.views) views.push(await keepView(view, options, sources, formats, reading))
  return inLine(found, views)
}

function notInBlocks(source: ByteSource, format: Format): InputError {
  return new InputError(
    `is ${format}, which cannot be read in blocks, save it as NPY, HDF5, CSV or Parquet, or fit it in memory`,
    { code: 'stream', argument: source.name },
  )
}

/** Copies the views of a large table to `scratch` part by part; ids and labels of all parts come into `found`. */
async function keepTable(
  source: string,
  parts: TableParts,
  found: Findings,
  options: ReadOptions,
  { scratch }: BlockedReading,
): Promise<void> {
  const views = found.views.filter((view) => view.source === source)
  const labels = found.labels.filter(({ table }) => table === source)
  if (views.some(({ axis }) => axis === 'columns'))
    throw new InputError('samples are columns, which blocks cannot be read of, turn the table round', {
      code: 'stream',
      argument: source,
    })
  for (const view of views) refuseSparse(view)
  const rooms = views.map(({ value }) => scratch.room(parts.rows, matrixShape(value)[1]))
  const ids: string[] = []
  const values: string[][] = labels.map(() => [])
  let row = 0
  for await (const table of parts.read()) {
    const part = findViews([{ source, kind: 'table', table, rows: parts.rows }], options)
    views.forEach((_, v) => {
      const view = toView(part.views[v].value, 'rows')
      if ('data' in view) rooms[v].writeRows(row, Float64Array.from(view.data))
    })
    for (const id of part.views[0]?.ids ?? []) ids.push(id)
    labels.forEach((_, l) => {
      for (const value of part.labels[l].values) values[l].push(value)
    })
    row += table.rows
  }
  const known = ids.length > 0 ? ids : null
  views.forEach((view, v) => {
    view.ids = known
    view.kept = rooms[v]
  })
  labels.forEach((label, l) => {
    label.values = values[l]
    label.ids = known
  })
}

async function keepView(
  found: FoundView,
  options: ReadOptions,
  sources: readonly ByteSource[],
  formats: ReadonlyMap<string, Format>,
  reading: BlockedReading,
): Promise<BlockedDataset['views'][number]> {
  const { name, source, value, axis, weight, featureNames } = found
  refuseSparse(found)
  const [rows, columns] = matrixShape(value)
  const [samples, features] = axis === 'rows' ? [rows, columns] : [columns, rows]
  return {} as never
}
