import { InputError } from '../input-error.ts'
import { Kernels } from '../kernels/kernels.ts'
import type { Matrix } from '../linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../linalg/sparse-matrix.ts'
import { finish, type PaceOptions, paced } from '../paced.ts'
import type { Progress } from '../progress.ts'
import { Random } from '../random/random.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { fillLowRank } from './fill-low-rank.ts'
import { fillMeans } from './fill-means.ts'
import { type NamedMatrix, type PreparedViews, type PrepareOptions, prepareViews } from './prepare-views.ts'
import { takeRows } from './take-rows.ts'
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

/**
 * Fills in the missing values (NaN) of all views; views that a sample lacks stay lacking. Gives views for `cluster`, samples joined, and what was filled in. Ranks of a `communicator`
 * have their own samples each, and the values are those of one process.
 */
export async function fillMissing(
  views: Views,
  how: Filling,
  options: PaceOptions & Pick<PrepareOptions, 'join'> & { seed?: number; communicator?: Communicator } = {},
): Promise<{ views: Record<string, DenseView | SparseView>; filled: FilledView[] }> {
  const { join, seed = 0, communicator, ...pace } = options
  const prepared = prepareViews(views, { join, missing: 'keep', communicator })
  const filling = fillPrepared(await Kernels.load(), prepared, how, new Random(seed), communicator)
  const found = await finish(paced(filling, pace))
  const { ids } = found.input
  const named = found.input.views.map(({ name, data, present }): [string, DenseView | SparseView] => {
    const shape = { samples: data.rows, features: data.columns, ids, ...(present ? { present } : {}) }
    if (!isSparse(data)) return [name, { ...shape, data: data.data }]
    return [name, { ...shape, values: data.values, indices: data.indices, pointers: data.pointers }]
  })
  return { views: Object.fromEntries(named), filled: found.filled }
}

/** The same for views that are prepared with `missing: 'keep'`. */
export function* fillPrepared(
  kernels: Kernels,
  input: PreparedViews,
  how: Filling,
  random: Random,
  communicator: Communicator = oneProcess,
): Generator<Progress, { input: PreparedViews; filled: FilledView[] }> {
  if (how !== 'mean' && how !== 'lowrank')
    throw new InputError(`is ${JSON.stringify(how)}, give "mean" or "lowrank"`, {
      code: 'bad-option',
      argument: 'missing',
    })
  const views: NamedMatrix[] = []
  const filled: FilledView[] = []
  for (const [v, view] of input.views.entries()) {
    const { name, data, present } = view
    const own = (isSparse(data) ? data.values : data.data).reduce((sum, x) => sum + Number(Number.isNaN(x)), 0)
    const place = Uint32Array.from({ length: data.rows }, (_, i) => i).filter((i) => present?.[i] !== 0)
    const counts = Float64Array.of(own, place.length)
    communicator.allReduceSum(counts)
    const [missing, samples] = counts
    if (missing === 0) {
      views.push(view)
      continue
    }
    const rows = takeRows(data, place)
    const share = missing / (samples * rows.columns)
    if (how === 'mean') {
      views.push({ ...view, data: putBack(data, fillMeans(name, rows, communicator), place) })
      filled.push({ name, values: missing, share, how })
    } else {
      const found = yield* fillLowRank(kernels, name, rows, random.split(v), communicator)
      views.push({ ...view, data: putBack(data, found.data, place) })
      filled.push({ name, values: missing, share, how, rank: found.rank, error: found.error })
    }
    yield { stage: 'missing values', iteration: v + 1, total: input.views.length }
  }
  return { input: { ...input, views }, filled }
}

/** The rows of samples that have the view at their places among all. */
function putBack(all: Matrix | SparseMatrix, rows: Matrix | SparseMatrix, place: Uint32Array): Matrix | SparseMatrix {
  // Absent samples store nothing in a sparse view, so that the stored values are the same ones.
  if (isSparse(all)) return { ...all, values: (rows as SparseMatrix).values }
  const { columns, data } = rows as Matrix
  const result = { ...all, data: new Float64Array(all.data.length) }
  place.forEach((sample, i) => {
    result.data.set(data.subarray(i * columns, (i + 1) * columns), sample * columns)
  })
  return result
}

/** A sentence for the user about every view that was filled in. */
export function fillingWarnings(filled: readonly FilledView[]): string[] {
  return filled.map(({ name, values, share, how, rank, error }) => {
    const amount = `view "${name}": ${values.toLocaleString('en-US')} missing values (${(100 * share).toFixed(1)} %) filled in`
    if (how === 'mean') return `${amount} by the means of their features`
    if (rank === 0) return `${amount} by the means of their features: no low rank did better on values held out`
    return `${amount} by a matrix of rank ${rank}; error on values held out ${error!.toFixed(2)} standard deviations (the mean: 1)`
  })
}
