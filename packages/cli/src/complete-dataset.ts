import type { Dataset } from '@manyview/formats'
import type { Command } from 'commander'
import {
  type FilledView,
  type Filling,
  fillingWarnings,
  fillMissing,
  InputError,
  missingValues,
  missingValuesError,
  type Progress,
} from 'manyview'

/** A dataset without missing values, and what was filled in of it. */
export interface CompleteDataset {
  dataset: Dataset
  filled: FilledView[]
}

const waysOut =
  'fill them in with --missing mean (the mean of the feature) or --missing lowrank (what a matrix of low rank says), or leave those samples out'

/** Adds the flag that says what to do about missing values. */
export function addMissingFlag(command: Command): Command {
  return command.option(
    '--missing <mean|lowrank>',
    'fill in missing values (NaN) inside a view, which are refused otherwise',
  )
}

/** Fills in missing values as `missing` says, with a warning for every view; without it they are refused. Views that samples lack stay lacking. */
export async function completeDataset(
  dataset: Dataset,
  missing: string | undefined,
  options: { seed?: number; signal?: AbortSignal; onProgress?: (progress: Progress) => void } = {},
): Promise<CompleteDataset> {
  if (missing !== undefined && missing !== 'mean' && missing !== 'lowrank')
    throw new InputError(`is "${missing}", give mean or lowrank`, { code: 'bad-option', argument: '--missing' })
  const incomplete = dataset.views.flatMap(({ name, view }) => missingValues(name, view) ?? [])
  if (incomplete.length === 0) return { dataset, filled: [] }
  if (missing === undefined) throw missingValuesError(incomplete, waysOut, dataset.ids)
  const views = Object.fromEntries(dataset.views.map(({ name, view }) => [name, { ...view, ids: undefined }]))
  const found = await fillMissing(views, missing as Filling, options)
  const ids = dataset.ids ?? undefined
  return {
    dataset: {
      ...dataset,
      views: dataset.views.map((view) => ({ ...view, view: { ...found.views[view.name], ids } })),
      warnings: [...dataset.warnings, ...fillingWarnings(found.filled)],
    },
    filled: found.filled,
  }
}
