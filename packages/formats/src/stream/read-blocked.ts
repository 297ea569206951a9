import { type BlockedView, defaultBlockRows, InputError, type Scratch } from 'manyview'
import type { ByteSource } from '../bytes/byte-source.ts'
import { findViews } from '../dataset/find-views.ts'
import type { Findings, FoundView, ViewKind } from '../dataset/findings.ts'
import { checkCounts, checkIds } from '../dataset/join-samples.ts'
import { examples, repeated } from '../dataset/repeated-ids.ts'
import { viewKind } from '../dataset/view-kind.ts'
import { detectFormat, type Format } from '../detect-format.ts'
import { type Dataset, type DatasetView, noViews, settleNames } from '../read-dataset.ts'
import type { ReadOptions } from '../read-options.ts'
import { type Contents, readSource, type SourceOptions } from '../read-source.ts'
import { keepMatrix } from './keep-matrix.ts'
import { keepTable } from './keep-table.ts'
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
  /** Files of at most so many bytes are read whole, default 64 MiB. */
  small?: number
}

const inSlices: readonly Format[] = ['npy', 'hdf5', 'anndata']

/**
 * Reads views as `readDataset` does, without ever holding one: NPY is read where it lies; HDF5, MATLAB 7.3 and AnnData are copied to `scratch` by slices, CSV and Parquet by parts; small files
 * are read whole. Ids and labels stay in memory; views with ids must have the same ones. Sparse views, and large files of other formats, are refused.
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
    if (source.byteLength <= small || inSlices.includes(format)) contents.push(await readSource(source, given))
    else {
      if (format !== 'csv' && format !== 'parquet') throw notInBlocks(source, format)
      const parts = await tableParts(source, format, given)
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
  return inLine(found, kept, options)
}

function notInBlocks(source: ByteSource, format: Format): InputError {
  return new InputError(
    `is ${format}, which cannot be read in blocks, save it as NPY, HDF5, CSV or Parquet, or fit it in memory`,
    { code: 'stream', argument: source.name },
  )
}

/** The views with their ids, and the labels of the same samples. */
function inLine(found: Findings, kept: ReadonlyMap<FoundView, BlockedView>, options: ReadOptions): BlockedDataset {
  const warnings = [...found.warnings]
  checkIds(found.views)
  const [first] = found.views
  const { samples } = kept.get(first)!
  if (!first.ids)
    checkCounts(
      found.views.map(({ name }) => name),
      found.views.map((view) => kept.get(view)!.samples),
    )
  const shared = found.views.every(({ ids }) => ids === first.ids)
  const twice = shared && first.ids ? repeated(first.ids) : new Set<string>()
  if (twice.size > 0) warnings.push(`ids not used: ${twice.size} of them stand more than once (${examples(twice)})`)
  const useIds = first.ids !== null && twice.size === 0
  return {
    samples,
    views: found.views.map((view) => {
      const { name, source, kind, weight, featureNames } = view
      const blocked = kept.get(view)!
      return {
        name,
        source,
        view: useIds && !shared ? { ...blocked, ids: view.ids! } : blocked,
        kind: options.kinds?.[name] ?? kind ?? firstKind(blocked),
        ...(weight === undefined ? {} : { weight }),
        ...(featureNames?.length === blocked.features ? { featureNames } : {}),
      }
    }),
    ids: useIds ? first.ids : null,
    labels: labelsOf(found, samples, useIds ? first.ids : null, warnings),
    notes: found.notes,
    warnings,
  }
}

/** What the first block says. */
function firstKind({ samples, features, readRows }: BlockedView): ViewKind {
  const rows = Math.min(defaultBlockRows(features), samples)
  const data = new Float64Array(rows * features)
  readRows(0, rows, data)
  return viewKind({ data, samples: rows, features })
}

/** Labels in the order of the samples: as they stand, or found by their own ids. */
function labelsOf(
  { labels }: Findings,
  samples: number,
  ids: readonly string[] | null,
  warnings: string[],
): Dataset['labels'] {
  return labels.flatMap(({ name, values, ids: own }) => {
    const byId = ids && own && own !== ids ? new Map(own.map((id, i) => [id, values[i]])) : null
    const inOrder = byId ? ids!.flatMap((id) => byId.get(id) ?? []) : values
    if (inOrder.length === samples) return [{ name, values: inOrder }]
    warnings.push(`labels ${name} left out: ${inOrder.length} of them for ${samples} samples`)
    return []
  })
}
