import { fillMissing, type Progress } from '@manyview/core'
import { type FilledView, fillingWarnings } from '@manyview/core/methods'
import { type MissingValues, missingValues, missingValuesError, type ShapedView } from '@manyview/core/numerics'
import { type Ranks, rowRange, singleProcess } from '@manyview/core/runtime'
import type { Dataset } from '@manyview/formats'
import { pause } from './open-sources.ts'

/** A dataset without missing values, and what was filled in of it. */
export interface CompleteDataset<V extends ShapedView> {
  dataset: Dataset<V>
  filled: FilledView[]
}

const waysOut =
  'fill them in with --missing mean (the mean of the feature) or --missing lowrank (estimated from the other features), or leave those samples out'

/**
 * Fills in missing values as `missing` says, with a warning for every view; without it they are refused. Views that samples lack stay lacking. Ranks of a `ranks` have their own samples
 * each.
 */
export async function completeDataset<V extends ShapedView>(
  dataset: Dataset<V>,
  missing: 'mean' | 'lowrank' | undefined,
  options: {
    seed?: number
    signal?: AbortSignal
    onProgress?: (progress: Progress) => void
    ranks?: Ranks
  } = {},
): Promise<CompleteDataset<V>> {
  const { ranks = singleProcess } = options
  const { begin } = rowRange(ranks, dataset.views[0].view.samples)
  const incomplete = dataset.views.flatMap(({ name, view }) => missingValues(name, view) ?? [])
  if (missing === undefined && incomplete.length > 0)
    throw missingValuesError(shifted(incomplete, begin), waysOut, dataset.ids)
  await pause(options.signal)
  const views = Float64Array.of(incomplete.length)
  ranks.allReduceSum(views)
  if (views[0] === 0) return { dataset, filled: [] }
  const incompleteViews = Object.fromEntries(dataset.views.map(({ name, view }) => [name, { ...view, ids: undefined }]))
  const filling = await fillMissing(incompleteViews, missing!, options)
  const ids = ranks.size === 1 ? (dataset.ids ?? undefined) : undefined
  return {
    dataset: {
      ...dataset,
      // Views in memory stay there, and those in blocks stay in blocks unless they were filled by low rank.
      views: dataset.views.map((view) => ({ ...view, view: { ...filling.views[view.name], ids } as ShapedView as V })),
      warnings: [...dataset.warnings, ...fillingWarnings(filling.filled)],
    },
    filled: filling.filled,
  }
}

/** What is missing, where the first of the samples is sample `begin` of all. */
function shifted(found: readonly MissingValues[], begin: number): MissingValues[] {
  return found.map((view) => ({ ...view, first: { ...view.first, sample: begin + view.first.sample } }))
}
