import { InputError } from '../input-error.ts'
import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import { isBlocked, rowsBetween } from '../numerics/linalg/rows.ts'
import { deviationFrom } from '../numerics/math/median.ts'
import { complete, drive, type PaceOptions } from '../runtime/drive.ts'
import { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import type { AnyViews } from '../views/blocked-view.ts'
import type { Join } from '../views/match-samples.ts'
import { type NamedMatrix, type NamedRows, prepareRows } from '../views/prepare-views.ts'
import { assignByCentres } from './assign-centres.ts'
import { assignByFactors } from './assign-latent.ts'
import { assignByNeighbours } from './assign-neighbours.ts'
import { checkNewViews } from './check-new-views.ts'
import { matchViews } from './match-views.ts'
import type { Model } from './model.ts'
import type { Placing } from './placing.ts'

/** Options of `assign`. */
export interface AssignOptions extends PaceOptions {
  /** `outer` (default): with ids, samples may be missing in some of the views; `same`: all views describe the same samples. */
  join?: Join
  /** `mean`: a missing value (NaN) counts as the mean of the training samples; refused by default. */
  missing?: 'mean'
  /** By view: names of its features; where the model has them, too, they must agree. */
  featureNames?: Readonly<Record<string, readonly string[]>>
}

/** Where new samples belong. */
export interface Assignment {
  /** One cluster of the model a sample. */
  labels: Int32Array
  /** samples × clusters, rows sum to 1. */
  memberships: Matrix
  /** Largest membership less the second largest, in [0, 1]. */
  confidence: Float64Array
  /**
   * How unlike the training samples each sample is, in deviations from their median: 0 and below is usual, infinite where the sample says nothing that the model knows. Null: the model is of an earlier version and cannot
   * tell.
   */
  unseenScores: Float64Array | null
  /** 1 for each sample that is unlike everything the model has seen: stranger than 99 of 100 training samples. */
  unseen: Uint8Array | null
  /** One name per sample, in the order of `labels`. */
  ids: readonly string[]
  warnings: string[]
}

/**
 * Places new samples among the clusters of a model. They need not have all of its views; every sample is placed for itself, so that neither the others nor their
 * order matter. Views in blocks are read twice. O(samples · training samples · Σ rank) for a neighbour model, else O(samples · features · clusters).
 */
export async function assign(model: Model, views: AnyViews, options: AssignOptions = {}): Promise<Assignment> {
  const { join = 'outer', missing } = options
  if (missing !== undefined && missing !== 'mean')
    throw new InputError(`is ${JSON.stringify(missing)}, give "mean"`, { code: 'bad-option', argument: 'missing' })
  const kernels = await Kernels.load()
  const placing = function* () {
    const input = yield* prepareRows(checkNewViews(views), {
      join,
      missing: missing ? 'keep' : 'refuse',
      ranks: singleProcess,
    })
    const matched = matchViews(model, input, options.featureNames)
    const parts = model.parts.map(({ view }) => matched[view])
    return { input, ...(yield* place(kernels, model, parts, input.samples)) }
  }
  const { input, memberships, strangeness } = await complete(drive(placing(), options))
  const silent = shareSilent(memberships)
  const warnings =
    silent > 0
      ? [
          `${silent} of ${input.samples} samples say nothing that the model knows: they belong to all clusters alike, and their label means nothing`,
        ]
      : []
  return { ...decide(memberships), memberships, ...tellUnseen(model, strangeness), ids: input.ids, warnings }
}

function tellUnseen({ usual }: Model, strangeness: Float64Array): Pick<Assignment, 'unseenScores' | 'unseen'> {
  if (!usual) return { unseenScores: null, unseen: null }
  const unseenScores = strangeness.map((value) => (value === Infinity ? value : deviationFrom(usual, value)))
  return { unseenScores, unseen: Uint8Array.from(strangeness, (value) => Number(value > usual.most)) }
}

/** All samples placed, one block after the other where views are read in blocks. */
function* place(
  kernels: Kernels,
  model: Model,
  parts: readonly (NamedRows | null)[],
  samples: number,
): Generator<Progress, Placing> {
  const step = Math.min(...parts.map((part) => (part && isBlocked(part.data) ? part.data.blockRows : samples)))
  const memberships = matrix(samples, model.clusters)
  const strangeness = new Float64Array(samples)
  for (let begin = 0; begin < samples; begin += step) {
    const end = Math.min(begin + step, samples)
    const block = parts.map(
      (part) =>
        part && {
          name: part.name,
          data: rowsBetween(part.data, begin, end),
          present: part.present?.subarray(begin, end) ?? null,
        },
    )
    const mark = kernels.mark()
    const found = yield* placeBlock(kernels, model, block, end - begin)
    kernels.release(mark)
    memberships.data.set(found.memberships.data, begin * model.clusters)
    strangeness.set(found.strangeness, begin)
    yield { stage: 'assigning', iteration: end, total: samples }
  }
  return { memberships, strangeness }
}

function placeBlock(
  kernels: Kernels,
  model: Model,
  parts: readonly (NamedMatrix | null)[],
  samples: number,
): Generator<Progress, Placing> {
  if (model.way === 'neighbours') return assignByNeighbours(kernels, model, parts, samples)
  return model.way === 'latent' ? assignByFactors(model, parts, samples) : assignByCentres(model, parts, samples)
}

/** Rows of zeros become equal memberships; gives their number. */
function shareSilent({ rows, columns, data }: Matrix): number {
  let silent = 0
  for (let i = 0; i < rows; i++) {
    const row = data.subarray(i * columns, (i + 1) * columns)
    if (row.some((value) => value > 0)) continue
    row.fill(1 / columns)
    silent++
  }
  return silent
}

/** The cluster with the largest membership, the lowest of equal ones, and how far it is ahead. */
function decide({ rows, columns, data }: Matrix): Pick<Assignment, 'labels' | 'confidence'> {
  const labels = new Int32Array(rows)
  const confidence = new Float64Array(rows)
  for (let i = 0; i < rows; i++) {
    let first = -1
    let second = 0
    for (let j = 0; j < columns; j++) {
      const value = data[i * columns + j]
      if (value > first) {
        second = Math.max(first, 0)
        first = value
        labels[i] = j
      } else if (value > second) second = value
    }
    confidence[i] = first - second
  }
  return { labels, confidence }
}
