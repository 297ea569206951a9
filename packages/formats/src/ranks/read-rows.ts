import { type Communicator, InputError, share } from 'manyview'
import type { ByteSource } from '../bytes/byte-source.ts'
import { findViews } from '../dataset/find-views.ts'
import type { Findings, ViewKind } from '../dataset/findings.ts'
import { toView } from '../dataset/to-view.ts'
import { viewKind } from '../dataset/view-kind.ts'
import { type Dataset, type DatasetView, settleNames } from '../read-dataset.ts'
import type { ReadOptions } from '../read-options.ts'
import { type Contents, readSource } from '../read-source.ts'
import { csvPart } from './csv-part.ts'
import { broadcastJson, gatherTexts } from './gather-texts.ts'
import { moveRows } from './move-rows.ts'
import { npyPart } from './npy-part.ts'
import { splitCheck } from './split-check.ts'

/**
 * Reads views so that every rank gets an even share of the samples, in their order, and reads only that share: NPY and CSV by byte ranges, Parquet by row
 * groups. `samples` counts all of them; the views hold this rank's; ids, labels and notes are on rank 0 only. What cannot be read in parts (also where no source is given) is read by rank 0 (`readWhole`) and handed out, with a warning. All ranks must see the same files.
 */
export async function readRows(
  sources: ByteSource[],
  options: ReadOptions,
  communicator: Communicator,
  readWhole: () => Promise<Dataset>,
): Promise<Dataset> {
  if (sources.length === 0)
    return handOut('a folder, a manifest or stdin cannot be read in parts', communicator, readWhole)
  const check = await splitCheck(sources, options, communicator)
  if ('reason' in check) return handOut(check.reason, communicator, readWhole)
  const contents: Contents[] = []
  const keepText = (name: string) => name === options.labels || name === options.id
  for (const [s, source] of sources.entries()) {
    const part = await partOf(source, check.formats[s], communicator)
    if (!part) return handOut(`${source.name} has too few lines`, communicator, readWhole)
    const groups = (count: number) => share(count, communicator.size, communicator.rank)
    contents.push(await readSource(part, { keepText, views: options.views, labels: options.labels, groups }))
  }
  const found = findViews(contents, { ...options, samples: check.formats.includes('npy') ? 'rows' : options.samples })
  const reason = disagreement(found, communicator)
  if (reason) return handOut(reason, communicator, readWhole)
  return evenRows(found, options, communicator, check)
}

async function partOf(source: ByteSource, format: string, communicator: Communicator): Promise<ByteSource | null> {
  if (format === 'npy') return npyPart(source, communicator.size, communicator.rank)
  return format === 'csv' ? csvPart(source, communicator) : source
}

/** Why parts do not fit together, in words; null where they do. Only what all ranks found alike can be put together without seeing all rows. */
function disagreement({ views }: Findings, communicator: Communicator): string | null {
  const shape = views.map(({ name, value, axis, kind, ids, featureNames }) => {
    const [rows, columns] = [value.shape[0], value.shape.slice(1).reduce((product, length) => product * length, 1)]
    return [name, axis, value.type, axis === 'rows' ? columns : rows, kind, ids !== null, featureNames]
  })
  const own = JSON.stringify(shape)
  const same = own === JSON.stringify(broadcastJson(communicator, shape)) ? 0 : 1
  if (communicator.allGather(Float64Array.of(same)).includes(1)) return 'parts of the files look different'
  if (views.length === 0) return 'no view was found in a part'
  const known = views.filter(({ ids }) => ids)
  return known.length > 0 && views.some(({ ids }) => ids !== views[0].ids) ? 'samples are joined by id' : null
}

/** The parts as one dataset, in even shares. */
function evenRows(
  found: Findings,
  options: ReadOptions,
  communicator: Communicator,
  { notes, warnings }: { notes: string[]; warnings: string[] },
): Dataset {
  settleNames(found, options)
  let total = -1
  const views = found.views.map(({ name, source, kind, weight, featureNames, value, axis }): DatasetView => {
    const view = toView(value, axis)
    const counts = Array.from(communicator.allGather(Float64Array.of(view.samples)))
    const rows = counts.reduce((sum, count) => sum + count, 0)
    if (total >= 0 && rows !== total)
      throw new InputError(
        `has ${rows} samples but "${found.views[0].name}" has ${total}, all views must describe the same samples (or have ids)`,
        { code: 'sample-counts', argument: name },
      )
    total = rows
    return {
      name,
      view: { ...moveRows(communicator, view, counts), ids: undefined },
      kind: options.kinds?.[name] ?? kind ?? commonKind(viewKind(view), communicator),
      source,
      ...(weight === undefined ? {} : { weight }),
      ...(featureNames?.length === view.features ? { featureNames } : {}),
    }
  })
  const ids = found.views[0].ids
  const allIds = ids ? gatherTexts(communicator, ids) : null
  const repeated = allIds !== null && new Set(allIds).size < allIds.length
  return {
    samples: total,
    views,
    ids: repeated || communicator.rank > 0 ? null : allIds,
    labels: gatherLabels(found, communicator, total),
    notes: communicator.rank === 0 ? [...notes, ...found.notes] : [],
    warnings: [...warnings, ...(repeated ? ['ids not used: some of them stand more than once'] : [])],
  }
}

/** Label candidates that all parts have, one value a sample, on rank 0. */
function gatherLabels(found: Findings, communicator: Communicator, total: number): Dataset['labels'] {
  const names = broadcastJson(
    communicator,
    found.labels.map(({ name }) => name),
  )
  return names.flatMap((name) => {
    const own = found.labels.find((labels) => labels.name === name)
    const values = gatherTexts(communicator, own?.values ?? [])
    return communicator.rank === 0 && values.length === total ? [{ name, values }] : []
  })
}

const kindOrder: ViewKind[] = ['binary', 'counts', 'categorical', 'numeric']

/** The kind of all parts together: the most general. */
function commonKind(kind: ViewKind, communicator: Communicator): ViewKind {
  return kindOrder[Math.max(...communicator.allGather(Float64Array.of(kindOrder.indexOf(kind))))]
}

/** Rank 0 reads everything and hands it out. */
async function handOut(
  reason: string,
  communicator: Communicator,
  readWhole: () => Promise<Dataset>,
): Promise<Dataset> {
  const whole = communicator.rank === 0 ? await readWhole() : null
  const lacking = whole?.views.find(({ view }) => view.present)
  if (lacking)
    throw new InputError('some samples lack this view, which cannot be handed out to ranks, start it without MPI', {
      code: 'ranks',
      argument: lacking.name,
    })
  const { samples: total, views } = broadcastJson(communicator, {
    samples: whole?.samples ?? 0,
    views: (whole?.views ?? []).map(({ view, ...rest }) => ({
      ...rest,
      features: view.features,
      sparse: 'pointers' in view,
    })),
  })
  const counts = Array.from({ length: communicator.size }, (_, r) => (r === 0 ? total : 0))
  const own = views.map(({ features, sparse, ...rest }, v) => {
    const empty = sparse
      ? { values: [], indices: [], pointers: [0], samples: 0, features }
      : { data: [], samples: 0, features }
    return { ...rest, view: { ...moveRows(communicator, whole?.views[v].view ?? empty, counts), ids: undefined } }
  })
  return {
    samples: total,
    views: own,
    ids: whole?.ids ?? null,
    labels: whole?.labels ?? [],
    notes: whole?.notes ?? [],
    warnings: [
      ...(whole?.warnings ?? []),
      `${reason}: rank 0 read everything and handed it out, so it needs memory for all samples`,
    ],
  }
}
