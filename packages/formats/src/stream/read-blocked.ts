import {
  type BlockedView,
  type DenseView,
  defaultBlockRows,
  InputError,
  type Scratch,
  type SparseView,
} from '@manyview/core'
import type { ByteSource } from '../bytes/byte-source.ts'
import { findViews } from '../dataset/find-views.ts'
import type { Findings, FoundView, ViewKind } from '../dataset/findings.ts'
import { joinSamples } from '../dataset/join-samples.ts'
import { viewKind } from '../dataset/view-kind.ts'
import { detectFormat, type Format } from '../detect-format.ts'
import { readContents } from '../read-contents.ts'
import { type Dataset, type DatasetView, noViews, settleNames } from '../read-dataset.ts'
import type { ReadOptions } from '../read-options.ts'
import type { Contents, SourceOptions } from '../read-source.ts'
import { keepMatrix } from './keep-matrix.ts'
import { keepTable, keptView } from './keep-table.ts'
import { type TableParts, tableParts } from './table-parts.ts'

/** A dataset whose views are read in blocks. Kinds of views are judged by their first block. */
export interface BlockedDataset extends Omit<Dataset, 'views'> {
  views: (Omit<DatasetView, 'view'> & { view: BlockedView })[]
}

/** Where views come to lie that cannot be read in blocks from their file again and again. */
export interface BlockedReading {
  scratch: Scratch
  /** Opens an NPY file as a view that is read where it lies, samples along `axis`. */
  openNpy(path: string, axis: 'rows' | 'columns'): BlockedView
  /** Files of at most so many bytes are read whole, default 64 MiB; of longer texts half as many at a time. */
  small?: number
}

const inSlices: readonly Format[] = ['npy', 'hdf5', 'anndata']

/**
 * Reads views as `readDataset` does, without ever holding one: NPY is read where it lies; HDF5, MATLAB 7.3 and AnnData are copied to `scratch` by slices, CSV and Parquet by parts; small files
 * are read whole. Samples are joined by id. Ids and labels stay in memory. Sparse views, samples that lack a view, and large files of other formats are refused.
 */
export async function readBlocked(
  sources: readonly ByteSource[],
  options: ReadOptions,
  { scratch, openNpy, small = 1 << 26 }: BlockedReading,
): Promise<BlockedDataset> {
  if (sources.length === 0)
    throw new InputError('no file given, give at least one', { code: 'no-files', argument: 'files' })
  const keepText = (name: string) => name === options.labels || name === options.id
  const given: SourceOptions = { keepText, views: options.views, labels: options.labels, outline: true }
  const contents: Contents[] = []
  const npy = new Set<string>()
  const tables: { source: string; parts: TableParts }[] = []
  for (const source of sources) {
    const format = await detectFormat(source)
    if (format === 'npy') npy.add(source.name)
    if (source.byteLength <= small || inSlices.includes(format)) contents.push(...(await readContents([source], given)))
    else {
      if (format !== 'csv' && format !== 'parquet') throw notInBlocks(source, format)
      const parts = await tableParts(source, format, given, Math.max(small / 2, 1))
      tables.push({ source: source.name, parts })
      const { value: table } = await parts.read().next()
      contents.push({ source: source.name, kind: 'table', table: table!, rows: parts.rows })
    }
  }
  const found = findViews(contents, options)
  if (found.views.length === 0) throw noViews(sources)
  settleNames(found, options)
  const kept = new Map<FoundView, BlockedView>()
  for (const { source, parts } of tables)
    for (const [view, blocked] of await keepTable(source, parts, found, options, scratch)) kept.set(view, blocked)
  for (const view of found.views) {
    if (kept.has(view)) continue
    const direct = npy.has(view.source) && view.value.type === 'dense' && view.value.readPart !== undefined
    kept.set(view, direct ? openNpy(view.source, view.axis) : await keepMatrix(view, scratch))
  }
  return lineUp(found, kept, options, scratch)
}

function notInBlocks(source: ByteSource, format: Format): InputError {
  return new InputError(
    `is ${format}, which cannot be read in blocks, save it as NPY, HDF5, CSV or Parquet, or fit it in memory`,
    { code: 'stream', argument: source.name },
  )
}

/** The samples lined up as `joinSamples` does it, which gets the numbers of the rows in place of the views. */
function lineUp(
  found: Findings,
  kept: ReadonlyMap<FoundView, BlockedView>,
  options: ReadOptions,
  scratch: Scratch,
): BlockedDataset {
  const numbered = found.views.map((view): FoundView => {
    const data = Float64Array.from({ length: kept.get(view)!.samples }, (_, i) => i)
    return { ...view, axis: 'rows', value: { type: 'dense', shape: [data.length, 1], order: 'rows', data } }
  })
  const joined = joinSamples(numbered, found.labels, options.join)
  return {
    samples: joined.samples,
    views: found.views.map((view, v) => {
      const { name, source, kind, weight, featureNames } = view
      const blocked = inOrder(name, kept.get(view)!, joined.views[v], scratch)
      return {
        name,
        source,
        view: blocked,
        kind: options.kinds?.[name] ?? kind ?? firstKind(blocked),
        ...(weight === undefined ? {} : { weight }),
        ...(featureNames?.length === blocked.features ? { featureNames } : {}),
      }
    }),
    ids: joined.ids,
    labels: joined.labels,
    notes: found.notes,
    warnings: [...found.warnings, ...joined.warnings],
  }
}

/** The view with the rows that `rows` has numbers of, in that order: itself where these are all in place, else a copy. */
function inOrder(name: string, view: BlockedView, rows: DenseView | SparseView, scratch: Scratch): BlockedView {
  if (rows.present || !('data' in rows))
    throw new InputError('some samples lack this view, which cannot be read in blocks, fit it in memory', {
      code: 'stream',
      argument: name,
    })
  const { data } = rows
  const { features } = view
  if (data.length === view.samples && Array.prototype.every.call(data, (row, i) => row === i)) return view
  const room = scratch.room(data.length, features)
  const step = defaultBlockRows(features)
  const block = new Float64Array(Math.min(step, data.length) * features)
  for (let begin = 0; begin < data.length; begin += step) {
    const end = Math.min(begin + step, data.length)
    for (let i = begin; i < end; i++)
      view.readRows(data[i], data[i] + 1, block.subarray((i - begin) * features, (i - begin + 1) * features))
    room.writeRows(begin, block.subarray(0, (end - begin) * features))
  }
  return keptView(room)
}

/** What the first block says. */
function firstKind({ samples, features, readRows }: BlockedView): ViewKind {
  const rows = Math.min(defaultBlockRows(features), samples)
  const data = new Float64Array(rows * features)
  readRows(0, rows, data)
  return viewKind({ data, samples: rows, features })
}
