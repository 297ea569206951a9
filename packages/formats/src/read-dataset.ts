import { type DenseView, InputError, type SparseView } from '@manyview/core'
import type { ByteSource } from './bytes/byte-source.ts'
import { findViews } from './dataset/find-views.ts'
import type { Findings, ViewKind } from './dataset/findings.ts'
import { joinSamples } from './dataset/join-samples.ts'
import { viewKind } from './dataset/view-kind.ts'
import { readContents } from './read-contents.ts'
import type { ReadOptions } from './read-options.ts'

/** One view as read, with the file it came from. `weight` is what a manifest gives it. */
export interface DatasetView {
  name: string
  view: DenseView | SparseView
  kind: ViewKind
  source: string
  weight?: number
  /** One name a feature, where the file has them. */
  featureNames?: string[]
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

/**
 * Reads views from one file that holds several, or from several files. The format is told by the content. Samples are lined up by id where there are ids,
 * else by position. Missing values stay as NaN. Peak memory is about twice the data.
 */
export async function readDataset(sources: ByteSource[], options: ReadOptions = {}): Promise<Dataset> {
  if (sources.length === 0)
    throw new InputError('no file given, give at least one', { code: 'no-files', argument: 'files' })
  const keepText = (name: string) => name === options.labels || name === options.id
  const contents = await readContents(sources, { keepText, views: options.views, labels: options.labels })
  const found = findViews(contents, options)
  if (found.views.length === 0) throw noViews(sources)
  return toDataset(found, options)
}

/** The refusal of files in which there is no view. */
export function noViews(sources: readonly ByteSource[]): InputError {
  return new InputError('no view found, give at least one matrix of numbers', {
    code: 'no-views',
    argument: sources[0].name,
  })
}

/** Gives views of the same name numbers, and refuses kinds of views that are not there. */
export function settleNames(found: Findings, options: ReadOptions): void {
  const names = new Set<string>()
  for (const view of found.views) {
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

/** Lines up what was found and makes the dataset of it. */
export function toDataset(found: Findings, options: ReadOptions = {}): Dataset {
  settleNames(found, options)
  const joined = joinSamples(found.views, found.labels, options.join)
  return {
    samples: joined.samples,
    views: found.views.map(({ name, source, kind, weight, featureNames }, v) => {
      const view = joined.views[v]
      return {
        name,
        view,
        kind: options.kinds?.[name] ?? kind ?? viewKind(view),
        source,
        ...(weight === undefined ? {} : { weight }),
        ...(featureNames?.length === view.features ? { featureNames } : {}),
      }
    }),
    ids: joined.ids,
    labels: joined.labels,
    notes: found.notes,
    warnings: [...found.warnings, ...joined.warnings],
  }
}
