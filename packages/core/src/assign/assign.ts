import { InputError } from '../input-error.ts'
import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import { isBlocked, rowsBetween } from '../numerics/linalg/rows.ts'
import { deviationFrom } from '../numerics/math/median.ts'
import { complete, drive, type PaceOptions } from '../runtime/drive.ts'
import { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import type { AnyView, AnyViews } from '../views/blocked-view.ts'
import type { ShapedView } from '../views/check-view.ts'
import type { Join } from '../views/match-samples.ts'
import { isList, nameViews } from '../views/name-views.ts'
import { type NamedMatrix, type NamedRows, type PreparedRows, prepareRows } from '../views/prepare-views.ts'
import { counted } from '../words/index.ts'
import { ownProperty } from '../words/own-property.ts'
import { assignByCentres, assignByFactors } from './assign-centres.ts'

import { assignByNeighbours } from './assign-neighbours.ts'
import type { Model, Placing } from './model.ts'

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
    const placing = yield* placeBlock(kernels, model, block, end - begin)
    kernels.release(mark)
    memberships.data.set(placing.memberships.data, begin * model.clusters)
    strangeness.set(placing.strangeness, begin)
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

/**
 * The views without those that not one of the samples has: a fit could make nothing of them, but new samples may well lack a view all together. Where nothing
 * would be left they stay, so that the usual refusal says so. Of a view in blocks only its marks are looked at. O(entries).
 */
export function checkNewViews(views: AnyViews): AnyViews {
  const named = nameViews<AnyView>(views)
  const present = named.filter(([, view]) => !isAbsent(view))
  return Object.fromEntries(present.length > 0 ? present : named)
}

function isAbsent(view: AnyView): boolean {
  if (isList(view)) return view.length > 0 && Array.from(view as ArrayLike<unknown>).every(Number.isNaN)
  if (Array.isArray(view)) return view.length > 0 && view.every(isAbsent)
  const { present } = view as ShapedView
  if (present && Array.from(present).every((mark) => !mark)) return true
  return 'data' in view && view.data.length > 0 && Array.prototype.every.call(view.data, Number.isNaN)
}

/** For each view of the model what the new samples have of it, null where nothing; refuses views of other data. */
function matchViews(
  model: Model,
  { views }: PreparedRows,
  featureNames: Readonly<Record<string, readonly string[]>> = {},
): (NamedRows | null)[] {
  const modelViews = model.views.map(({ name }) => `"${name}"`).join(', ')
  for (const view of views) {
    const modelView = model.views.find(({ name }) => name === view.name)
    if (!modelView)
      throw refusal(view.name, `is no view of the model, whose views are ${modelViews}: give the new samples in those`)
    if (view.data.columns !== modelView.features)
      throw refusal(
        view.name,
        `has ${counted(view.data.columns, 'feature')} but the model's view of that name has ${modelView.features}, give the same features in the same order`,
      )
    checkNames(view.name, ownProperty(featureNames, view.name), modelView.featureNames)
  }
  const matched = model.views.map(({ name }) => views.find((view) => view.name === name) ?? null)
  if (!model.parts.some(({ view }) => matched[view]))
    throw refusal(
      views[0].name,
      `told the clusters nothing when the model was made, give at least one of the others of ${modelViews}`,
    )
  return matched
}

function checkNames(view: string, given: readonly string[] | undefined, wanted: readonly string[] | null): void {
  if (!given || !wanted) return
  const other = wanted.findIndex((name, j) => name !== given[j])
  if (other >= 0)
    throw refusal(
      view,
      `has "${given[other]}" as feature ${other} where the model has "${wanted[other]}", give the same features in the same order`,
    )
}

function refusal(argument: string, message: string): InputError {
  return new InputError(message, { code: 'other-views', argument })
}
