import { type Communicator, InputError } from '@manyview/core'
import type { ByteSource } from '../bytes/byte-source.ts'
import { findViews } from '../dataset/find-views.ts'
import type { Findings, ViewKind } from '../dataset/findings.ts'
import { checkCounts, checkIds } from '../dataset/join-samples.ts'
import { exampleWords } from '../dataset/repeated-ids.ts'
import { matrixShape } from '../dataset/to-view.ts'
import { viewKind } from '../dataset/view-kind.ts'
import { type Dataset, noViews, settleNames } from '../read-dataset.ts'
import { findByManifest, type Manifest } from '../read-manifest.ts'
import type { ReadOptions } from '../read-options.ts'
import type { Contents, SourceOptions } from '../read-source.ts'
import { beginnings } from './exchange.ts'
import { allTexts, broadcastJson, gatherTexts } from './gather-texts.ts'
import { handOut } from './hand-out.ts'
import { joinIds } from './join-ids.ts'
import { labelsOverRanks } from './labels-over-ranks.ts'
import { moveRows } from './move-rows.ts'
import { NotInParts } from './not-in-parts.ts'
import { type OwnRows, ownRows } from './own-rows.ts'
import { placeRows } from './place-rows.ts'
import { readPart } from './read-part.ts'
import { SharedIds } from './shared-ids.ts'

/**
 * Reads views so that every rank gets an even share of the samples, in their order, and reads only that share: NPY, HDF5, MATLAB 7.3 and AnnData by slice, CSV by byte ranges, Parquet by row
 * groups; samples are joined by id across ranks. `samples` counts all of them; the views hold this rank's; ids, labels and notes are on rank 0 only. What cannot be read in parts (also where no
 * source is given) is read by rank 0 (`readWhole`) and handed out, with a warning. With `manifest` the sources are its files. All ranks must see the same files.
 */
export async function readRows(
  sources: readonly ByteSource[],
  options: ReadOptions,
  communicator: Communicator,
  readWhole: () => Promise<Dataset>,
  manifest: Manifest | null = null,
): Promise<Dataset> {
  try {
    if (sources.length === 0) throw new NotInParts('what is piped in cannot be read in parts')
    checkFiles(sources, communicator)
    const { found, tables } = await findParts(sources, options, communicator, manifest)
    settleNames(found, options)
    const own: OwnRows[] = []
    for (const view of found.views) own.push(await ownRows(view, tables.has(view.source), communicator))
    return lineUp(found, own, options, communicator)
  } catch (error) {
    if (!(error instanceof NotInParts)) throw error
    return handOut(error.message, communicator, readWhole)
  }
}

/** Ranks on different machines may see different files under one name. */
function checkFiles(sources: readonly ByteSource[], communicator: Communicator): void {
  const all = allTexts(communicator, [JSON.stringify(sources.map(({ name, byteLength }) => [name, byteLength]))])
  const other = all.findIndex((files) => files !== all[0])
  if (other < 0) return
  const [theirs, first] = [other, 0].map((rank) => JSON.parse(all[rank]) as [string, number][])
  const changed = theirs.find(([name, bytes]) => first.some((file) => file[0] === name && file[1] !== bytes))
  if (changed)
    throw new InputError(
      `has ${changed[1]} bytes on rank ${other} but ${first.find(([name]) => name === changed[0])![1]} on rank 0, give every rank the same file`,
      { code: 'file', argument: changed[0] },
    )
  throw new InputError(
    `rank ${other} sees ${theirs.length} of them (${theirs.map(([name]) => name).join(', ')}) but rank 0 sees ${first.length}, give every rank the same`,
    { code: 'file', argument: 'files' },
  )
}

/** What the files hold, with this rank's part of tables and the outline of matrices; `tables` are the files of which only a part is here. */
async function findParts(
  sources: readonly ByteSource[],
  options: ReadOptions,
  communicator: Communicator,
  manifest: Manifest | null,
): Promise<{ found: Findings; tables: Set<string> }> {
  const contents: Contents[] = []
  const read = async (source: ByteSource, given: SourceOptions) => {
    const content = await readPart(source, given, communicator)
    contents.push(content)
    return content
  }
  const keepText = (name: string) => name === options.labels || name === options.id
  if (!manifest)
    for (const source of sources) await read(source, { keepText, views: options.views, labels: options.labels })
  const found = manifest
    ? await findByManifest(manifest, sources, async (...asked) => [await read(...asked)])
    : findViews(contents, options)
  if (found.views.length === 0) throw noViews(sources)
  const tables = new Set(contents.flatMap(({ kind, source }) => (kind === 'table' ? [source] : [])))
  const kinds = [...Object.values(options.kinds ?? {}), ...Object.values(manifest?.views ?? {}).map(({ kind }) => kind)]
  if (tables.size > 0 && kinds.includes('categorical'))
    throw new NotInParts('the numbers of a part do not tell all categories')
  if (found.views.some(({ axis, source }) => axis === 'columns' && tables.has(source)))
    throw new NotInParts('samples are columns of a table')
  checkAlike(found, communicator)
  return { found, tables }
}

/** Only what all ranks found alike can be put together without seeing all rows. */
function checkAlike({ views }: Findings, communicator: Communicator): void {
  const shape = views.map(({ name, value, axis, kind, ids, featureNames }) => {
    const [rows, columns] = matrixShape(value)
    return [name, axis, value.type, axis === 'rows' ? columns : rows, kind, ids !== null, featureNames]
  })
  const own = JSON.stringify(shape)
  const other = own === JSON.stringify(broadcastJson(communicator, shape)) ? 0 : 1
  if (communicator.allGather(Float64Array.of(other)).includes(1))
    throw new NotInParts('parts of the files look different')
}

/** The parts as one dataset, in even shares: `joinSamples` over ranks. */
function lineUp(found: Findings, own: OwnRows[], options: ReadOptions, communicator: Communicator): Dataset {
  const { join = 'inner' } = options
  const first = communicator.rank === 0
  const totals = own.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0))
  checkIds(found.views)
  const byId = found.views[0].ids !== null
  const shared = [...found.views, ...found.labels].every(({ ids }) => ids === found.views[0].ids)
  const warnings: string[] = []
  const joined =
    byId && !shared
      ? joinIds(
          communicator,
          own.map(({ ids, counts }, v) => ({
            name: found.views[v].name,
            ids: ids!,
            begin: beginnings(counts)[communicator.rank],
          })),
          own.map(({ counts }) => counts),
          join,
        )
      : null
  if (joined) warnings.push(...joined.warnings)
  else
    checkCounts(
      found.views.map(({ name }) => name),
      totals,
    )
  const samples = joined?.samples ?? totals[0]
  const ids = joined ? joined.ids : byId ? sameIds(own[0], communicator, warnings) : null
  const labels = labelsOverRanks(communicator, found.labels, samples, joined?.find ?? null, join, warnings)
  const views = found.views.map(({ name, source, kind, weight, featureNames }, v) => {
    const { view, counts } = own[v]
    const placed = joined
      ? placeRows(communicator, view, joined.targets[v], samples)
      : moveRows(communicator, view, counts)
    return {
      name,
      view: { ...placed, ids: undefined },
      kind: options.kinds?.[name] ?? kind ?? commonKind(viewKind(view), communicator),
      source,
      ...(weight === undefined ? {} : { weight }),
      ...(featureNames?.length === view.features ? { featureNames } : {}),
    }
  })
  return {
    samples,
    views,
    ids,
    labels,
    notes: first ? found.notes : [],
    warnings: [...found.warnings, ...warnings],
  }
}

/** The ids of one table that all views come from, on rank 0; null where some repeat, which are then no ids. */
function sameIds({ ids, counts }: OwnRows, communicator: Communicator, warnings: string[]): string[] | null {
  const begin = beginnings(counts)[communicator.rank]
  const known = new SharedIds(communicator, [{ name: '', ids: ids!, begin }])
  const twice = known.sum(({ second }) => (second[0] >= 0 ? 1 : 0))
  if (twice > 0) {
    const words = exampleWords(
      known.lowest(3, ({ second }) => second[0]),
      twice,
    )
    warnings.push(`ids not used: ${twice} of them stand more than once (${words})`)
    return null
  }
  const all = gatherTexts(communicator, ids!)
  return communicator.rank === 0 ? all : null
}

const kindOrder: ViewKind[] = ['binary', 'counts', 'categorical', 'numeric']

/** The kind of all parts together: the most general. */
function commonKind(kind: ViewKind, communicator: Communicator): ViewKind {
  return kindOrder[Math.max(...communicator.allGather(Float64Array.of(kindOrder.indexOf(kind))))]
}
