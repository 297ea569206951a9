import { fillMissing, InputError, type Progress } from '@manyview/core'
import { type FilledView, type Filling, fillingWarnings } from '@manyview/core/methods'
import { type MissingValues, missingValues, missingValuesError, type ShapedView } from '@manyview/core/numerics'
import type { Ranks } from '@manyview/core/runtime'
import { rowRange, singleProcess } from '@manyview/core/runtime'
import type { Dataset } from '@manyview/formats'
import type { Command } from 'commander'
import { pause } from './open-sources.ts'

/** A dataset without missing values, and what was filled in of it. */
export interface CompleteDataset<V extends ShapedView> {
  dataset: Dataset<V>
  filled: FilledView[]
}

const waysOut =
  'fill them in with --missing mean (the mean of the feature) or --missing lowrank (estimated from the other features), or leave those samples out'

/** Adds the flag that says what to do about missing values. */
export function addMissingFlag(command: Command): Command {
  return command.option(
    '--missing <mean|lowrank>',
    'fill in missing values (NaN) inside a view; without this flag they are refused',
  )
}

/**
 * Fills in missing values as `missing` says, with a warning for every view; without it they are refused. Views that samples lack stay lacking. Ranks of a `ranks` have their own samples
 * each.
 */
export async function completeDataset<V extends ShapedView>(
  dataset: Dataset<V>,
  missing: string | undefined,
  options: {
    seed?: number
    signal?: AbortSignal
    onProgress?: (progress: Progress) => void
    ranks?: Ranks
  } = {},
): Promise<CompleteDataset<V>> {
  if (missing !== undefined && missing !== 'mean' && missing !== 'lowrank')
    throw new InputError(`is "${missing}", give mean or lowrank`, { code: 'bad-option', argument: '--missing' })
  const { ranks = singleProcess } = options
  const { begin } = rowRange(ranks, dataset.views[0].view.samples)
  const incomplete = dataset.views.flatMap(({ name, view }) => missingValues(name, view) ?? [])
  if (missing === undefined && incomplete.length > 0)
    throw missingValuesError(shifted(incomplete, begin), waysOut, dataset.ids)
  await pause(options.signal)
  const views = Float64Array.of(incomplete.length)
  ranks.allReduceSum(views)
  if (views[0] === 0) return { dataset, filled: [] }
  const given = Object.fromEntries(dataset.views.map(({ name, view }) => [name, { ...view, ids: undefined }]))
  const found = await fillMissing(given, missing as Filling, options)
  const ids = ranks.size === 1 ? (dataset.ids ?? undefined) : undefined
  return {
    dataset: {
      ...dataset,
      // Views in memory stay there, and those in blocks stay in blocks unless they were filled by low rank.
      views: dataset.views.map((view) => ({ ...view, view: { ...found.views[view.name], ids } as ShapedView as V })),
      warnings: [...dataset.warnings, ...fillingWarnings(found.filled)],
    },
    filled: found.filled,
  }
}

/** What is missing, where the first of the samples is sample `begin` of all. */
function shifted(found: readonly MissingValues[], begin: number): MissingValues[] {
  return found.map((view) => ({ ...view, first: { ...view.first, sample: begin + view.first.sample } }))
}
