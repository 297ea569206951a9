import { type DenseView, InputError, type SparseView } from '@manyview/core'
import { looksNumeric } from '../table/parse-number.ts'
import type { FoundLabels, FoundView } from './findings.ts'
import type { JoinedSamples } from './join-samples.ts'
import { examples, repeated } from './repeated-ids.ts'
import { takeSamples } from './take-samples.ts'

/** Lines up samples of views that all have ids, `inner` or `outer` as `joinSamples` says; adds to `warnings`. */
export function joinById(
  found: FoundView[],
  views: (DenseView | SparseView)[],
  labels: FoundLabels[],
  join: 'inner' | 'outer',
  warnings: string[],
): JoinedSamples {
  let lists = found.map(({ ids }) => ids!)
  if (countCommon(lists) === 0 && lists.every((ids) => ids.every(looksNumeric))) {
    const plain = lists.map((ids) => ids.map((id) => String(Number(id))))
    if (join === 'inner' || sharing(plain) > sharing(lists)) {
      lists = plain
      warnings.push('ids are written differently in different views (such as 1 and 1.0): compared as numbers')
    }
  }
  const places = lists.map((ids, v) => {
    const twice = repeated(ids)
    if (twice.size > 0)
      warnings.push(`${found[v].name}: ${twice.size} ids stand more than once and are dropped (${examples(twice)})`)
    return new Map(ids.map((id, i) => [id, i] as const).filter(([id]) => !twice.has(id)))
  })
  const names = found.map(({ name }) => name)
  const ids = join === 'inner' ? commonIds(names, lists, places, warnings) : allIds(names, places)
  return {
    samples: ids.length,
    ids,
    views: views.map((view, v) => ({
      ...takeSamples(
        view,
        ids.map((id) => places[v].get(id) ?? -1),
      ),
      ids,
    })),
    labels: (join === 'outer' ? merged(labels) : labels).flatMap(({ name, values, ids: own }) => {
      const place = own && new Map(own.map((id, i) => [id, i]))
      const missing = place ? ids.filter((id) => !place.has(id)).length : ids.length
      if (missing > 0) warnings.push(`labels ${name} left out: ${missing} of ${ids.length} samples have none`)
      return place && missing === 0 ? [{ name, values: ids.map((id) => values[place.get(id)!]) }] : []
    }),
    warnings,
  }
}

function commonIds(names: string[], lists: string[][], places: Map<string, number>[], warnings: string[]): string[] {
  const ids = lists[0].filter((id) => places.every((place) => place.has(id)))
  if (ids.length === 0)
    throw new InputError(
      `no id is found in all views (${names.map((name, v) => `${name}: ${JSON.stringify(lists[v][0])}, …`).join('; ')}), write ids the same way in all of them`,
      { code: 'ids', argument: 'ids' },
    )
  const kept = new Set(ids)
  lists.forEach((list, v) => {
    const dropped = new Set(list.filter((id) => !kept.has(id)))
    if (dropped.size > 0)
      warnings.push(
        `${names[v]}: ${dropped.size} of ${list.length} samples dropped, their ids are not in all views (${examples(dropped)})`,
      )
  })
  return ids
}

/** Every id once, those of the first view first; a view that shares none with another belongs to other samples, or writes them otherwise. */
function allIds(names: string[], places: Map<string, number>[]): string[] {
  const alone = places.findIndex(
    (place, v) => ![...place.keys()].some((id) => places.some((other, o) => o !== v && other.has(id))),
  )
  if (alone >= 0 && places.length > 1)
    throw new InputError(
      `none of its ids (${examples(new Set(places[alone].keys()))}) is found in another view, write ids the same way in all of them`,
      { code: 'ids', argument: names[alone] },
    )
  return [...new Set(places.flatMap((place) => [...place.keys()]))]
}

/** Labels of one name from several files, each for its own samples, as one. */
function merged(labels: FoundLabels[]): FoundLabels[] {
  const byName = new Map<string, FoundLabels>()
  for (const { name, values, ids } of labels) {
    const before = byName.get(name)
    if (!before) byName.set(name, { name, values: [...values], ids: ids && [...ids] })
    else if (before.ids && ids) {
      const known = new Set(before.ids)
      ids.forEach((id, i) => {
        if (known.has(id)) return
        before.ids!.push(id)
        before.values.push(values[i])
      })
    }
  }
  return [...byName.values()]
}

function countCommon(lists: string[][]): number {
  const sets = lists.map((ids) => new Set(ids))
  return lists[0].filter((id) => sets.every((set) => set.has(id))).length
}

/** How many ids stand in more views than their first. */
function sharing(lists: string[][]): number {
  return lists.reduce((sum, ids) => sum + new Set(ids).size, 0) - new Set(lists.flat()).size
}
