import { type DenseView, InputError, type SparseView } from 'manyview'
import type { NumberArray } from '../bytes/stored-value.ts'
import { looksNumeric } from '../table/parse-number.ts'
import type { FoundLabels, FoundView } from './findings.ts'
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
 * Lines samples up: by id when views have ids (the ids that all of them have, in the order of the first), else by position with equal counts.
 * An id that stands twice in a view names no sample and is dropped. What was dropped is said in `warnings`. O(samples × views + entries).
 */
export function joinSamples(found: FoundView[], labels: FoundLabels[]): JoinedSamples {
  const views = found.map(({ value, axis }) => toView(value, axis))
  const warnings: string[] = []
  const known = found.filter(({ ids }) => ids)
  if (known.length === 0) return byPosition(found, views, labels, warnings)
  const without = found.find(({ ids }) => !ids)
  if (without)
    throw new InputError(`has no ids but "${known[0].name}" has, give ids to all views or to none`, {
      code: 'ids',
      argument: without.name,
    })
  const shared = found.every(({ ids }) => ids === found[0].ids)
  if (shared && labels.every(({ ids }) => ids === found[0].ids))
    return sameSource(found[0].ids!, views, labels, warnings)
  return byId(found, views, labels, warnings)
}

function byPosition(
  found: FoundView[],
  views: (DenseView | SparseView)[],
  labels: FoundLabels[],
  warnings: string[],
): JoinedSamples {
  const samples = views[0].samples
  views.forEach((view, v) => {
    if (view.samples !== samples)
      throw new InputError(
        `has ${view.samples} samples but "${found[0].name}" has ${samples}, all views must describe the same samples (or have ids)`,
        {
          code: 'sample-counts',
          argument: found[v].name,
          details: { [found[v].name]: view.samples, [found[0].name]: samples },
        },
      )
  })
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

function byId(
  found: FoundView[],
  views: (DenseView | SparseView)[],
  labels: FoundLabels[],
  warnings: string[],
): JoinedSamples {
  let lists = found.map(({ ids }) => ids!)
  if (countCommon(lists) === 0 && lists.every((ids) => ids.every(looksNumeric))) {
    lists = lists.map((ids) => ids.map((id) => String(Number(id))))
    warnings.push('ids are written differently in different views (such as 1 and 1.0): compared as numbers')
  }
  const places = lists.map((ids, v) => {
    const twice = repeated(ids)
    if (twice.size > 0)
      warnings.push(`${found[v].name}: ${twice.size} ids stand more than once and are dropped (${examples(twice)})`)
    return new Map(ids.map((id, i) => [id, i] as const).filter(([id]) => !twice.has(id)))
  })
  const ids = lists[0].filter((id) => places.every((place) => place.has(id)))
  if (ids.length === 0)
    throw new InputError(
      `no id is found in all views (${found.map(({ name }, v) => `${name}: ${JSON.stringify(lists[v][0])}, …`).join('; ')}), write ids the same way in all of them`,
      { code: 'ids', argument: 'ids' },
    )
  const kept = new Set(ids)
  lists.forEach((list, v) => {
    const dropped = new Set(list.filter((id) => !kept.has(id)))
    if (dropped.size > 0)
      warnings.push(
        `${found[v].name}: ${dropped.size} of ${list.length} samples dropped, their ids are not in all views (${examples(dropped)})`,
      )
  })
  const joined = labels.flatMap(({ name, values, ids: own }) => {
    const place = own && new Map(own.map((id, i) => [id, i]))
    const missing = place ? ids.filter((id) => !place.has(id)).length : ids.length
    if (missing > 0) warnings.push(`labels ${name} left out: ${missing} of ${ids.length} samples have none`)
    return place && missing === 0 ? [{ name, values: ids.map((id) => values[place.get(id)!]) }] : []
  })
  return {
    samples: ids.length,
    ids,
    views: views.map((view, v) => ({
      ...takeSamples(
        view,
        ids.map((id) => places[v].get(id)!),
      ),
      ids,
    })),
    labels: joined,
    warnings,
  }
}

/** The samples at these positions, in this order; the view itself when that is all of them in place. */
export function takeSamples(view: DenseView | SparseView, positions: number[]): DenseView | SparseView {
  const samples = positions.length
  if (samples === view.samples && positions.every((position, i) => position === i)) return view
  const { features } = view
  if (!('pointers' in view)) {
    const source = view.data as NumberArray
    const data = new (source.constructor as new (length: number) => NumberArray)(samples * features)
    positions.forEach((position, i) => {
      data.set(source.subarray(position * features, (position + 1) * features), i * features)
    })
    return { data, samples, features }
  }
  const pointers = new Uint32Array(samples + 1)
  positions.forEach((position, i) => {
    pointers[i + 1] = pointers[i] + view.pointers[position + 1] - view.pointers[position]
  })
  const indices = new Uint32Array(pointers[samples])
  const values = new Float64Array(pointers[samples])
  positions.forEach((position, i) => {
    for (let p = view.pointers[position], to = pointers[i]; p < view.pointers[position + 1]; p++, to++) {
      indices[to] = view.indices[p]
      values[to] = view.values[p]
    }
  })
  return { values, indices, pointers, samples, features }
}

function countCommon(lists: string[][]): number {
  const sets = lists.map((ids) => new Set(ids))
  return lists[0].filter((id) => sets.every((set) => set.has(id))).length
}

function repeated(ids: string[]): Set<string> {
  const seen = new Set<string>()
  return new Set(ids.filter((id) => seen.has(id) || !seen.add(id)))
}

function examples(ids: Set<string>): string {
  const shown = [...ids].slice(0, 3).map((id) => JSON.stringify(id.slice(0, 40)))
  return shown.join(', ') + (ids.size > 3 ? ', …' : '')
}
