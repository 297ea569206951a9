import { InputError } from '@manyview/core'
import type { ShapedView } from '@manyview/core/numerics'
import type { Ranks } from '@manyview/core/runtime'
import { singleProcess } from '@manyview/core/runtime'
import { ownProperty } from '@manyview/core/words'
import type { ByteSource } from '../bytes/byte-source.ts'
import type { Contents, SourceOptions } from '../readers/read-source.ts'
import { findTenX, readTenXFolder } from '../readers/tenx/folder.ts'
import { dropEmpty } from '../things/drop-empty.ts'
import { readThings } from '../things/read-things.ts'
import type { ThingColumn } from '../things/thing-column.ts'
import { findingsOfThings, findThingFiles } from '../things/thing-files.ts'
import { findByManifest, findViews } from './find-views.ts'
import type { DatasetView, Findings, FoundView, ViewKind } from './findings.ts'
import type { LabelCandidate } from './join-labels.ts'
import { joinSamples } from './join-samples.ts'
import type { ReadOptions } from './read-options.ts'
import { checkAlike, checkFiles } from './rows/check-alike.ts'
import { allTexts, NotInParts } from './rows/exchange.ts'
import { handOut } from './rows/hand-out.ts'
import { keepTables } from './rows/keep-tables.ts'
import { type OwnRows, ownRows } from './rows/own-rows.ts'
import { placeRows } from './rows/place-rows.ts'
import { type RowOptions, readPart, wholeReason } from './rows/read-part.ts'
import { type HeldView, isHeld, samplesInParts } from './rows/take-samples.ts'
import { sideBySideWarnings } from './side-by-side.ts'

/**
 * Everything that was read. Views have the same samples in the same order; the best guess of the labels comes first; `notes` are the guesses in plain words. Over ranks `samples` counts all of them, the
 * views hold this rank's, and only rank 0 has ids, labels and notes.
 */
export interface Dataset<V extends ShapedView = HeldView> {
  samples: number
  views: DatasetView<V>[]
  ids: string[] | null
  labels: LabelCandidate[]
  /** What else describes the samples, one text per sample: columns of categories, and the columns of files that hold no view. */
  metadata: LabelCandidate[]
  /** Texts and pictures that views were made of, one per sample; only in the process that read them. */
  things: ThingColumn[]
  /** How views were made of them; a model keeps it. */
  recipes: object[]
  notes: string[]
  warnings: string[]
  /** Where samples were lined up by id: how many all views have, and how many any has. */
  matched?: { all: number; any: number }
}

/**
 * Reads views from one file that holds several, or from several files. The format is told by the content. Samples are lined up by id where there are ids,
 * else by position. Missing values stay as NaN. Peak memory is about twice the data.
 *
 * With a `ranks` every rank gets only its share of the samples: it reads NPY, HDF5, MATLAB 7.3 and AnnData by slice, and rank 0 reads CSV and Parquet in parts, which it hands out. All ranks must give the same files, or only
 * rank 0 any. What cannot be read in parts is read by rank 0 and handed out, with a warning. With `blocks` views are not held in memory: NPY is read where it lies, all else is copied to scratch.
 */
export function readDataset(sources: readonly ByteSource[], options?: ReadOptions & { ranks?: Ranks }): Promise<Dataset>
export function readDataset(
  sources: readonly ByteSource[],
  options: ReadOptions & RowOptions,
): Promise<Dataset<ShapedView>>
export async function readDataset(
  sources: readonly ByteSource[],
  options: ReadOptions & RowOptions = {},
): Promise<Dataset<ShapedView>> {
  const { ranks = singleProcess, blocks: _, ...plain } = options
  if (sources.length === 0 && ranks.rank === 0)
    throw new InputError('no file given, give at least one', { code: 'no-files', argument: 'files' })
  try {
    checkFiles(sources, ranks)
    return await readInParts(sources, options, ranks)
  } catch (error) {
    const inParts = ranks.size > 1 || options.blocks !== undefined
    if (!(error instanceof NotInParts && inParts)) throw error
    return handOut(error.message, options, () => readDataset(sources, { ...plain, ranks: singleProcess }))
  }
}

async function readInParts(
  sources: readonly ByteSource[],
  options: ReadOptions & RowOptions,
  ranks: Ranks,
): Promise<Dataset<ShapedView>> {
  const { contents, outlines, warnings } = await findParts(sources, options, ranks)
  const { findings, tables: tableRows } = await keepTables(contents, outlines, options.blocks?.scratch, ranks)
  const tables = partTables(contents)
  const parts: OwnRows[] = []
  for (const [v, view] of findings.views.entries())
    parts.push(await ownRows(view, { part: tables.has(view.source), rows: tableRows[v] }, options))
  const joined = await joinSamples(ranks, findings.views, parts, findings.labels, options.join ?? 'inner')
  const rowsOf = findings.views.map((_, v) => {
    const scratch = isHeld(parts[v].view) ? null : options.blocks!.scratch
    return placeRows(ranks, parts[v].view, joined.targets[v], joined.samples, scratch)
  })
  const views = findings.views.flatMap(({ name, source, kind, weight, featureNames, things }, v) => {
    if (things) return []
    const view = rowsOf[v]
    const result: DatasetView<ShapedView> = {
      name,
      view: joined.ids && ranks.size === 1 ? { ...view, ids: joined.ids } : view,
      kind: ownProperty(options.kinds, name) ?? kind ?? commonKind(allTexts(ranks, [viewKind(view)]) as ViewKind[]),
      source,
      ...(weight === undefined ? {} : { weight }),
      ...(featureNames?.length === view.features ? { featureNames } : {}),
    }
    return [result]
  })
  const sideBySide = sideBySideWarnings(views, ranks)
  const dataset: Dataset<ShapedView> = {
    samples: joined.samples,
    views,
    things: [],
    recipes: [],
    ids: joined.ids,
    labels: joined.labels,
    metadata: joined.metadata,
    notes: ranks.rank === 0 ? [...findings.notes, ...joined.notes] : [],
    warnings: [...warnings, ...findings.warnings, ...joined.warnings, ...sideBySide],
    ...(joined.matched ? { matched: joined.matched } : {}),
  }
  const columns = findings.views.flatMap((view, v) => (view.things ? [{ view, rows: rowsOf[v] as HeldView }] : []))
  return columns.length > 0 ? withThings(dataset as Dataset, columns, options) : dataset
}

/** Adds the views that texts and pictures become to a dataset. */
async function withThings(
  dataset: Dataset,
  columns: readonly { view: FoundView; rows: HeldView }[],
  { things: reading, skipBroken = false }: ReadOptions,
): Promise<Dataset> {
  const warnings = [...dataset.warnings]
  const things: ThingColumn[] = []
  for (const { view, rows } of columns) things.push(await readThings(view, rows, reading!, warnings))
  const { recipes, ...answer } = await reading!.makeViews(things, skipBroken)
  const { ids } = dataset
  const views = [
    ...dataset.views,
    ...answer.views.map((thingView) => (ids ? { ...thingView, view: { ...thingView.view, ids } } : thingView)),
  ]
  return dropEmpty({ ...dataset, views, things, recipes, warnings: [...warnings, ...answer.warnings] }, skipBroken)
}

/** What the files hold, with this rank's part of tables and the outline of matrices where parts are read. */
async function findParts(
  sources: readonly ByteSource[],
  options: ReadOptions & RowOptions,
  ranks: Ranks,
): Promise<{ contents: Contents[]; outlines: Findings; warnings: string[] }> {
  const { manifest } = options
  const contents: Contents[] = []
  const warnings: string[] = []
  const read = async (source: ByteSource, sourceOptions: SourceOptions) => {
    const part = await readPart(source, sourceOptions, options, warnings)
    contents.push(...part)
    return part
  }
  const keepText = (name: string) => name === options.labels || name === options.id
  if (!manifest) {
    const { folders, others } = findTenX(sources)
    const things = options.things && folders.length === 0 ? await findThingFiles(others, options) : null
    if (things) contents.push({ source: sources[0].name, kind: 'findings', findings: findingsOfThings(things) })
    for (const folder of folders) {
      if (ranks.size > 1) throw new NotInParts(wholeReason(folder.matrix, 'matrix-market')!)
      contents.push(await readTenXFolder(folder))
    }
    for (const source of things ? [] : others)
      await read(source, {
        keepText,
        views: options.views,
        labels: options.labels,
        things: options.things && options,
      })
  }
  const outlines = manifest ? await findByManifest(manifest, sources, read) : findViews(contents, options)
  if (outlines.views.length === 0)
    throw new InputError('no view found, give at least one matrix of numbers', {
      code: 'no-views',
      argument: sources[0].name,
    })
  checkThingNames(outlines, options)
  refuseThingsInParts(outlines, options, ranks)
  checkAlike(outlines, partTables(contents), options, ranks)
  settleNames(outlines, options)
  return { contents, outlines, warnings }
}

/** Refuses names of columns of texts or pictures that are not there. */
function checkThingNames({ views }: Findings, { texts = [], pictures = [], things }: ReadOptions): void {
  const columns = views.filter((view) => view.things).map(({ name }) => name)
  const missing = [...texts, ...pictures].find((name) => !columns.includes(name))
  if (missing !== undefined && !things?.mayLack)
    throw new InputError(`there is no column "${missing}" of texts or paths, give names of columns or none`, {
      code: 'unknown-variable',
      argument: texts.includes(missing) ? 'texts' : 'pictures',
    })
}

/** Texts and pictures are read by one process, which makes their views. Collective. */
function refuseThingsInParts({ views }: Findings, { blocks }: RowOptions, ranks: Ranks): void {
  if (ranks.size === 1 && !blocks) return
  const here = String(views.some(({ things }) => things))
  if (allTexts(ranks, [here]).includes('true')) throw new NotInParts('texts and pictures are not read in parts')
}

/** The tables of which only a part was read. */
function partTables(contents: readonly Contents[]): Set<string> {
  return new Set(
    contents.flatMap((content) => (content.kind === 'table' && content.rows !== undefined ? [content.source] : [])),
  )
}

/** Gives views the names that are asked for and those of the same name numbers, and refuses kinds of views that are not there. */
function settleNames(findings: Findings, options: ReadOptions): void {
  for (const [name, called] of Object.entries(options.viewNames ?? {})) {
    const views = findings.views.filter((view) => view.name === called || view.name.endsWith(`/${called}`))
    if (views.length > 1)
      throw new InputError(`is ${called}, which holds ${views.length} views, name one of them`, {
        code: 'unknown-view',
        argument: `view ${name}`,
      })
    for (const view of views) view.name = name
  }
  const names = new Set<string>()
  for (const view of findings.views) {
    const { name } = view
    for (let copy = 2; names.has(view.name); copy++) view.name = `${name} (${copy})`
    names.add(view.name)
  }
  for (const name of Object.keys(options.kinds ?? {}))
    if (!names.has(name))
      throw new InputError(`there is no view "${name}", there are ${[...names].join(', ')}`, {
        code: 'unknown-view',
        argument: 'kinds',
      })
}

/** Judges a view by its numbers: only 0 and 1 is binary, whole numbers from 0 are counts, all else is numeric; missing values say nothing. O(entries). */
export function viewKind(view: ShapedView): ViewKind {
  let binary = true
  for (const { part } of samplesInParts(view)) {
    const values = 'pointers' in part ? part.values : part.data
    const isUnsigned = [Uint8Array, Uint16Array, Uint32Array].some((kind) => values instanceof kind)
    for (let i = 0; i < values.length; i++) {
      const value = values[i]
      if (value === 0 || value === 1 || Number.isNaN(value)) continue
      binary = false
      if (isUnsigned) break
      if (!(value > 0 && value - Math.floor(value) === 0)) return 'numeric'
    }
  }
  return binary ? 'binary' : 'counts'
}

const fromSpecial: readonly ViewKind[] = ['binary', 'counts', 'categorical', 'numeric']

/** The most general of several kinds, which is that of their views together. */
export function commonKind(kinds: readonly ViewKind[]): ViewKind {
  return fromSpecial[Math.max(...kinds.map((kind) => fromSpecial.indexOf(kind)))]
}
