import { type DenseView, InputError, type SparseView } from '@manyview/core'
import type { FoundLabels, FoundView } from './findings.ts'
import { joinById } from './join-by-id.ts'
import { examples, repeated } from './repeated-ids.ts'
import { toView } from './to-view.ts'

/** Views of the same samples in the same order, and the labels in that order too. */
export interface JoinedSamples {
  samples: number
  ids: string[] | null
  views: (DenseView | SparseView)[]
  labels: { name: string; values: string[] }[]
  warnings: string[]
}

/**
 * Lines samples up: by id when views have ids, else by position with equal counts. `inner` keeps the ids that all views have, in the order of the first; `outer`
 * those that any has, the order of the first view before that of the others, and marks in `present` which samples have a view. An id that stands twice
 * in a view names no sample there. What was dropped is said in `warnings`. O(samples × views + entries).
 */
export function joinSamples(
  found: FoundView[],
  labels: FoundLabels[],
  join: 'inner' | 'outer' = 'inner',
): JoinedSamples {
  const views = found.map(({ value, axis }) => toView(value, axis))
  const warnings: string[] = []
  checkIds(found)
  if (!found[0].ids) return byPosition(found, views, labels, warnings)
  const shared = found.every(({ ids }) => ids === found[0].ids)
  if (shared && labels.every(({ ids }) => ids === found[0].ids))
    return sameSource(found[0].ids!, views, labels, warnings)
  return joinById(found, views, labels, join, warnings)
}

/** Refuses ids in some views and none in others. */
export function checkIds(found: readonly FoundView[]): void {
  const known = found.find(({ ids }) => ids)
  const without = found.find(({ ids }) => !ids)
  if (known && without)
    throw new InputError(`has no ids but "${known.name}" has, give ids to all views or to none`, {
      code: 'ids',
      argument: without.name,
    })
}

/** Refuses views without ids that have different numbers of samples. */
export function checkCounts(names: readonly string[], counts: readonly number[]): void {
  const other = counts.findIndex((count) => count !== counts[0])
  if (other < 0) return
  throw new InputError(
    `has ${counts[other]} samples but "${names[0]}" has ${counts[0]}, all views must describe the same samples (or have ids)`,
    {
      code: 'sample-counts',
      argument: names[other],
      details: { [names[other]]: counts[other], [names[0]]: counts[0] },
    },
  )
}

function byPosition(
  found: FoundView[],
  views: (DenseView | SparseView)[],
  labels: FoundLabels[],
  warnings: string[],
): JoinedSamples {
  const samples = views[0].samples
  checkCounts(
    found.map(({ name }) => name),
    views.map((view) => view.samples),
  )
  const fitting = labels.filter(({ name, values }) => {
    if (values.length !== samples)
      warnings.push(`labels ${name} left out: ${values.length} of them for ${samples} samples`)
    return values.length === samples
  })
  return { samples, ids: null, views, labels: fitting.map(({ name, values }) => ({ name, values })), warnings }
}

/** Everything comes from one table: rows line up already. Ids that repeat are then no ids. */
function sameSource(
  ids: string[],
  views: (DenseView | SparseView)[],
  labels: FoundLabels[],
  warnings: string[],
): JoinedSamples {
  const twice = repeated(ids)
  if (twice.size > 0) warnings.push(`ids not used: ${twice.size} of them stand more than once (${examples(twice)})`)
  const kept = twice.size > 0 ? null : ids
  return {
    samples: views[0].samples,
    ids: kept,
    views: kept ? views.map((view) => ({ ...view, ids: kept })) : views,
    labels: labels.map(({ name, values }) => ({ name, values })),
    warnings,
  }
}
