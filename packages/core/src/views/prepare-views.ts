import { InputError } from '../input-error.ts'
import type { HeldRows, Rows } from '../numerics/linalg/rows.ts'
import { rowsAt } from '../numerics/linalg/take-rows.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { runToEnd } from '../runtime/steps.ts'
import { counted } from '../words/numbers.ts'
import type { AnyView, AnyViews } from './blocked-view.ts'
import { checkView, type ShapedView } from './check-view.ts'
import { inspectRows } from './inspect-rows.ts'
import { type Join, matchSamples } from './match-samples.ts'
import { nameViews } from './name-views.ts'
import type { Views } from './view.ts'
import { viewRows } from './view-rows.ts'

/** A view as methods see it: checked, in double precision, one sample per row, in memory or read in blocks. */
export interface NamedRows {
  readonly name: string
  readonly data: Rows
  /** 1 where the sample has this view, 0 where it lacks it and its row holds zeros; null: every sample has it. */
  readonly present: Uint8Array | null
}

/** A named view whose rows are in memory. */
export interface NamedMatrix extends NamedRows {
  readonly data: HeldRows
}

/** All views of a fit, with the same samples in the same order. */
export interface PreparedRows {
  readonly samples: number
  readonly views: readonly NamedRows[]
  /** One name per sample; its 0-based position where the input has none. */
  readonly ids: readonly string[]
}

/** Prepared views whose rows are all in memory. */
export interface PreparedViews extends PreparedRows {
  readonly views: readonly NamedMatrix[]
}

/** How views are brought together. */
export interface PrepareOptions {
  /** `same` (default): views with ids describe the same samples; `outer`: a sample may be missing in some of them. */
  join?: Join
  /** NaN in a sample that has other values: refused (default), or kept for the caller to fill in. */
  missing?: 'refuse' | 'keep'
  /** Dense views of more numbers are read in blocks from where they lie instead of being brought into double precision as a whole; default no limit. */
  heldUpTo?: number
  /** Processes that each give their own samples, which may be none. */
  ranks: Ranks
}

/**
 * Checks the views and brings them into one form: numbers, the same samples in every view, matched by id when every view has ids. A sample may lack views, by
 * `join: 'outer'`, by the view's `present` or by a row of nothing but NaN; it must have at least one. The input is not changed. One reading. O(entries).
 */
export function* prepareRows(
  input: AnyViews,
  { join = 'same', missing = 'refuse', heldUpTo, ranks }: PrepareOptions,
): Generator<Progress, PreparedRows> {
  const named = nameViews<AnyView>(input)
  if (named.length === 0)
    throw new InputError('no view given, give at least one', { code: 'no-views', argument: 'views' })
  if (!['same', 'inner', 'outer'].includes(join))
    throw new InputError(`is ${JSON.stringify(join)}, give "same", "inner" or "outer"`, {
      code: 'bad-option',
      argument: 'join',
    })
  const least = ranks.size > 1 ? 0 : 1
  const checked = named.map(([name, view]) => ({ name, view: checkView(name, view, least) }))
  const { samples, ids, rows } = matchSamples(checked, join)
  const views: NamedRows[] = []
  const incomplete: MissingValues[] = []
  for (const [v, { name, view }] of checked.entries()) {
    const data = viewRows(name, view, heldUpTo)
    const inspection = yield* inspectRows(data, view.present)
    if (inspection.infinite) refuseInfinity(name, inspection.infinite)
    if (inspection.missing) incomplete.push({ name, ...inspection.missing })
    views.push({ name, ...placedRows(data, inspection.present, rows[v]) })
  }
  if (incomplete.length > 0 && missing === 'refuse')
    throw missingValuesError(
      incomplete,
      'fill them in with missing: "mean" or missing: "lowrank", or leave those samples out',
    )
  checkPresence(views, ids, ranks)
  return { samples, views, ids }
}

/** Prepares views in memory at once, without yielding. */
export function prepareViews(input: Views, options: PrepareOptions): PreparedViews {
  return runToEnd(prepareRows(input, options)) as PreparedViews
}

/** Row `places[i]` (−1: none; null: row i) for every sample i; a sample that lacks the view gets a row of zeros. */
function placedRows(
  data: Rows,
  present: Uint8Array | null,
  places: Int32Array | null,
): Pick<NamedRows, 'data' | 'present'> {
  if (!places && !present) return { data, present }
  const samples = places?.length ?? data.rows
  const rows = Int32Array.from({ length: samples }, (_, i) => {
    const row = places ? places[i] : i
    return row < 0 || present?.[row] === 0 ? -1 : row
  })
  const inPlace = samples === data.rows && rows.every((row, i) => row === i)
  return {
    data: inPlace ? data : rowsAt(data, rows),
    present: rows.includes(-1) ? Uint8Array.from(rows, (row) => Number(row >= 0)) : null,
  }
}

function refuseInfinity(argument: string, found: { sample: number; feature: number; value: number }): never {
  const { sample, feature, value } = found
  throw new InputError(
    `sample ${sample}, feature ${feature} is ${value}, remove the sample or fill the value in first`,
    { code: 'not-finite', argument, details: found },
  )
}

function checkPresence(views: readonly NamedRows[], ids: readonly string[], ranks: Ranks): void {
  const having = Float64Array.from(views, ({ present, data }) => Number(present ? present.includes(1) : data.rows > 0))
  ranks.allReduceSum(having)
  for (const [v, { name }] of views.entries())
    if (having[v] === 0)
      throw new InputError('no sample has this view, leave the view out', { code: 'no-samples', argument: name })
  if (views.some(({ present }) => !present)) return
  const without = ids.flatMap((_, i) => (views.some(({ present }) => present![i]) ? [] : [i]))
  if (without.length === 0) return
  throw new InputError(
    `${without.length} of ${ids.length} samples have no view at all (${without
      .slice(0, 3)
      .map((i) => JSON.stringify(ids[i]))
      .join(', ')}${without.length > 3 ? ', …' : ''}), leave them out`,
    { code: 'no-view', argument: 'views', details: { samples: without } },
  )
}

/** How much of a view is NaN, samples that lack the view left out. */
export interface MissingValues {
  name: string
  values: number
  /** Samples and features with at least one missing value. */
  samples: number
  features: number
  /** Where the first one stands. */
  first: { sample: number; feature: number }
}

/** Counts the missing values (NaN) of a view; null: it has none. O(entries). */
export function missingValues(name: string, view: ShapedView): MissingValues | null {
  const { missing } = runToEnd(inspectRows(viewRows(name, view), view.present))
  return missing && { name, ...missing }
}

/**
 * The refusal of missing values: how many in each view, where the first stands, and the ways out (`waysOut`: how the caller's user asks for them).
 * Samples are named where there are `ids`.
 */
export function missingValuesError(
  found: readonly MissingValues[],
  waysOut: string,
  ids: readonly string[] | null = null,
): InputError {
  const words = ({ values, samples, features, first }: MissingValues) => {
    const called = ids ? ` ("${ids[first.sample]}")` : ''
    return `${counted(values, 'missing value')} (NaN) in ${counted(samples, 'sample')} and ${counted(features, 'feature')}, the first at sample ${first.sample}${called}, feature ${first.feature}`
  }
  const others = found.slice(1).map((view) => `; ${view.name}: ${words(view)}`)
  return new InputError(`has ${words(found[0])}${others.join('')}; ${waysOut}`, {
    code: 'missing-values',
    argument: found[0].name,
    details: { views: found },
  })
}

/** A prepared view in the form in which views are given. */
export function toView({ data, present }: NamedRows, ids?: readonly string[]): ShapedView {
  const { rows: samples, columns: features } = data
  const shape = { samples, features, ...(ids ? { ids } : {}), ...(present ? { present } : {}) }
  if ('data' in data) return { ...shape, data: data.data }
  if ('pointers' in data) return { ...shape, values: data.values, indices: data.indices, pointers: data.pointers }
  const blocks = { ...shape, blockSamples: data.blockRows }
  if ('readRows' in data) return { ...blocks, readRows: (begin, end, to) => data.readRows(begin, end, to) }
  return { ...blocks, readSparseRows: (begin, end) => data.readSparseRows(begin, end) }
}
