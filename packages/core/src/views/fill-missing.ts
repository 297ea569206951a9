import { InputError } from '../input-error.ts'
import { type Rows, rowsBetween } from '../numerics/linalg/rows.ts'
import { rowsAt } from '../numerics/linalg/take-rows.ts'
import { Random } from '../numerics/random/random.ts'
import { complete, drive, type PaceOptions } from '../runtime/drive.ts'
import { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import { readRows } from '../runtime/ranks/sum-rows.ts'
import { counted, percent } from '../words/numbers.ts'
import type { AnyViews } from './blocked-view.ts'
import type { ShapedView } from './check-view.ts'
import { fillLowRank } from './fill-low-rank.ts'
import { fillMeans } from './fill-means.ts'
import { type NamedRows, type PreparedRows, type PrepareOptions, prepareRows, toView } from './prepare-views.ts'

import type { DenseView, SparseView, Views } from './view.ts'

/** How missing values are filled in: by the mean of the feature, or by a matrix of low rank. */
export type Filling = 'mean' | 'lowrank'

/** What was filled in of a view. */
export interface FilledView {
  name: string
  /** Number of values. */
  values: number
  /** Their share of all values of the samples that have the view. */
  share: number
  how: Filling
  /** With `lowrank`: the rank, and the error on values held out, in standard deviations of their features (1: no better than the mean). */
  rank?: number
  error?: number
}

/** Options of `fillMissing`. */
export type FillOptions = PaceOptions & Pick<PrepareOptions, 'join'> & { seed?: number; ranks?: Ranks }

/**
 * Fills in the missing values (NaN) of all views; views that a sample lacks stay lacking. Gives views for `cluster`, samples joined, and what was filled in. Ranks of a `ranks`
 * have their own samples each, and the values are those of one process. Means are filled into views in blocks as they are read; for `lowrank` such a view is taken into memory if it has
 * missing values.
 */
export async function fillMissing(
  views: Views,
  how: Filling,
  options?: FillOptions,
): Promise<{ views: Record<string, DenseView | SparseView>; filled: FilledView[] }>
export async function fillMissing(
  views: AnyViews,
  how: Filling,
  options?: FillOptions,
): Promise<{ views: Record<string, ShapedView>; filled: FilledView[] }>
export async function fillMissing(
  views: AnyViews,
  how: Filling,
  { join, seed = 0, ranks = singleProcess, ...pace }: FillOptions = {},
): Promise<{ views: Record<string, ShapedView>; filled: FilledView[] }> {
  const kernels = await Kernels.load()
  const filling = function* () {
    const prepared = yield* prepareRows(views, { join, missing: 'keep', ranks })
    return yield* fillPrepared(kernels, prepared, how, new Random(seed), ranks)
  }
  const { input, filled } = await complete(drive(filling(), pace))
  return { views: Object.fromEntries(input.views.map((view) => [view.name, toView(view, input.ids)])), filled }
}

/** Fills the missing values of views that are prepared with `missing: 'keep'`. */
export function* fillPrepared<P extends PreparedRows>(
  kernels: Kernels,
  input: P,
  how: Filling,
  random: Random,
  ranks: Ranks,
): Generator<Progress, { input: P; filled: FilledView[] }> {
  if (how !== 'mean' && how !== 'lowrank')
    throw new InputError(`is ${JSON.stringify(how)}, give "mean" or "lowrank"`, {
      code: 'bad-option',
      argument: 'missing',
    })
  const views: NamedRows[] = []
  const filled: FilledView[] = []
  for (const [v, view] of input.views.entries()) {
    const { name, data } = view
    const { missing, rows, back } = yield* presentRows(view, ranks)
    if (missing.values === 0) {
      views.push(view)
      continue
    }
    const filling =
      how === 'mean'
        ? { data: yield* fillMeans(name, rows, ranks) }
        : yield* fillLowRank(kernels, name, rowsBetween(rows, 0, rows.rows), random.split(v), ranks)
    const { data: complete, ...quality } = filling
    views.push({ ...view, data: back ? rowsAt(complete, back) : complete })
    filled.push({
      name,
      values: missing.values,
      share: missing.values / (missing.samples * data.columns),
      how,
      ...quality,
    })
    yield { stage: 'missing values', iteration: v + 1, total: input.views.length }
  }
  return { input: { ...input, views }, filled }
}

/** The rows of the samples that have a view, the place of each sample among them (−1: none; null: they are all), and over all ranks how many there are and how many values they lack. */
function* presentRows(
  { data, present }: NamedRows,
  ranks: Ranks,
): Generator<Progress, { missing: { values: number; samples: number }; rows: Rows; back: Int32Array | null }> {
  const place = Uint32Array.from({ length: data.rows }, (_, i) => i).filter((i) => present?.[i] !== 0)
  const counts = Float64Array.of(0, place.length)
  yield* readRows(data, (block) => {
    const values = 'pointers' in block ? block.values : block.data
    for (let p = 0; p < values.length; p++) if (Number.isNaN(values[p])) counts[0]++
  })
  ranks.allReduceSum(counts)
  const missing = { values: counts[0], samples: counts[1] }
  if (place.length === data.rows) return { missing, rows: data, back: null }
  const back = new Int32Array(data.rows).fill(-1)
  place.forEach((sample, row) => {
    back[sample] = row
  })
  return { missing, rows: rowsAt(data, place), back }
}

/** A sentence for the user about every view that was filled in. */
export function fillingWarnings(filled: readonly FilledView[]): string[] {
  return filled.map(({ name, values, share, how, rank, error }) => {
    const amount = `view "${name}": ${counted(values, 'missing value')} (${percent(share, 1)}) filled in`
    if (how === 'mean') return `${amount} by the means of their features`
    if (rank === 0) return `${amount} by the means of their features: no low rank did better on values held out`
    return `${amount} by a matrix of rank ${rank}; error on values held out ${error!.toFixed(2)} standard deviations (the mean: 1)`
  })
}
