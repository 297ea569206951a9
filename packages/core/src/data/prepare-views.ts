import { InputError } from '../input-error.ts'
import type { Matrix } from '../linalg/matrix.ts'
import type { SparseMatrix } from '../linalg/sparse-matrix.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { checkView } from './check-view.ts'
import { type Join, matchSamples } from './match-samples.ts'
import { missingValuesError } from './missing-values.ts'
import { nameViews } from './name-views.ts'
import type { View, Views } from './view.ts'
import { viewMatrix } from './view-matrix.ts'

/** A view as methods see it: checked, in double precision, one sample a row. */
export interface NamedMatrix {
  readonly name: string
  readonly data: Matrix | SparseMatrix
  /** 1 where the sample has this view, 0 where it lacks it and its row holds zeros; null: every sample has it. */
  readonly present: Uint8Array | null
}

/** All views of a fit, with the same samples in the same order. */
export interface PreparedViews {
  readonly samples: number
  readonly views: readonly NamedMatrix[]
  /** One name a sample; its 0-based position where the input has none. */
  readonly ids: readonly string[]
}

/** How views are brought together. */
export interface PrepareOptions {
  /** `same` (default): views with ids describe the same samples; `outer`: a sample may be missing in some of them. */
  join?: Join
  /** NaN in a sample that has other values: refused (default), or kept for the caller to fill in. */
  missing?: 'refuse' | 'keep'
  /** Processes that each give their own samples, which may be none; default this one alone. */
  communicator?: Communicator
}

/**
 * Checks the views and brings them into one form: numbers, the same samples in every view, matched by id when every view has ids. A sample may lack views, by
 * `join: 'outer'`, by the view's `present` or by a row of nothing but NaN; it must have at least one. The input is not changed. O(entries).
 */
export function prepareViews(
  input: Views,
  { join = 'same', missing = 'refuse', communicator = oneProcess }: PrepareOptions = {},
): PreparedViews {
  const named = nameViews<View>(input)
  if (named.length === 0)
    throw new InputError('no view given, give at least one', { code: 'no-views', argument: 'views' })
  if (join !== 'same' && join !== 'outer')
    throw new InputError(`is ${JSON.stringify(join)}, give "same" or "outer"`, { code: 'bad-option', argument: 'join' })
  const least = communicator.size > 1 ? 0 : 1
  const given = named.map(([name, view]) => ({ name, view: checkView(name, view, least) }))
  const { samples, ids, rows } = matchSamples(given, join)
  const found = given.map(({ name, view }, v) => ({ name, ...viewMatrix(name, view, rows[v]) }))
  const incomplete = found.flatMap((view) => view.missing ?? [])
  if (incomplete.length > 0 && missing === 'refuse')
    throw missingValuesError(
      incomplete,
      'fill them in with missing: "mean" or missing: "lowrank", or leave those samples out',
    )
  const views = found.map(({ name, data, present }) => ({ name, data, present }))
  checkPresence(views, ids, communicator)
  return { samples, views, ids }
}

function checkPresence(views: readonly NamedMatrix[], ids: readonly string[], communicator: Communicator): void {
  const having = Float64Array.from(views, ({ present, data }) => Number(present ? present.includes(1) : data.rows > 0))
  communicator.allReduceSum(having)
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
