import { InputError } from '@manyview/core'
import type { Join } from '@manyview/core/numerics'
import type { Ranks } from '@manyview/core/runtime'
import { counted, grouped } from '@manyview/core/words'
import { fileStem } from '../bytes/byte-source.ts'
import type { FoundLabels, FoundView } from './findings.ts'
import { exampleIds, IdIndex, joinIds } from './join-ids.ts'
import { type JoinedLabels, joinLabels } from './join-labels.ts'
import { beginnings, broadcastJson, exchangeNumbers, gatherTexts, onFirst } from './rows/exchange.ts'

/** The ids of a view's samples on this rank (null: it has none), and how many samples each rank has. */
export interface SampleIds {
  ids: string[] | null
  counts: readonly number[]
}

/** Where the samples of all views go. */
interface JoinedSamples extends JoinedLabels {
  samples: number
  /** On rank 0 the id of every sample, or null where there are none; null on the others. */
  ids: string[] | null
  /** For each view and each of this rank's samples its new place among all, −1 where it is dropped. */
  targets: Float64Array[]
  /** Where samples were lined up by id: how many all views have, and how many any has. */
  matched?: { all: number; any: number }
}

/**
 * Lines samples up: by id when views have ids (`joinIds`), else by position with equal counts; views without ids take those of a table or view beside them with as many rows. Labels come into the order of the samples, on rank 0 only. `warnings` say what was dropped. Rank 0 gets all
 * ids and tells every rank the places of its rows. Collective.
 */
export async function joinSamples(
  ranks: Ranks,
  views: readonly FoundView[],
  idLists: readonly SampleIds[],
  labels: readonly FoundLabels[],
  join: Join,
): Promise<JoinedSamples> {
  const begins = idLists.map(({ counts }) => beginnings(counts))
  const totals = begins.map((starts) => starts[ranks.size])
  const targets = () =>
    idLists.map(({ counts }, v) =>
      Float64Array.from({ length: counts[ranks.rank] }, (_, i) => begins[v][ranks.rank] + i),
    )
  const lent = views.every((view) => view.ids) ? null : await lendIds(ranks, views, idLists, labels, totals)
  if (lent) {
    const unique = uniqueIds(ranks, lent.ids)
    const fitting = joinLabels(ranks, labels, totals[0], null, join)
    return {
      samples: totals[0],
      ids: unique.ids,
      targets: targets(),
      ...fitting,
      notes: [lent.note, ...fitting.notes],
      warnings: [...unique.warnings, ...fitting.warnings],
    }
  }
  const { ids } = views[0]
  if (ids && [...views, ...labels].some((other) => other.ids !== ids)) {
    const lists = idLists.map((list, v) => ({ name: views[v].name, ids: gatherTexts(ranks, list.ids!) }))
    const joined = await onFirst(ranks, () => joinIds(lists, join))
    const { samples, matched, warnings } = broadcastJson(ranks, {
      samples: joined?.samples ?? 0,
      matched: joined?.matched,
      warnings: joined?.warnings ?? [],
    })
    const isInOrder = joined?.targets.every(
      (places) => places.length === samples && places.every((place, i) => place === i),
    )
    const byId = { find: joined?.find ?? (() => -1), isInOrder: isInOrder === true }
    const fitting = joinLabels(ranks, labels, samples, byId, join)
    return {
      samples,
      ids: joined?.ids ?? null,
      targets: begins.map((begin, v) => handOutPlaces(ranks, joined?.targets[v] ?? null, begin)),
      matched,
      ...fitting,
      warnings: [...warnings, ...fitting.warnings],
    }
  }
  checkCounts(views, totals)
  const unique = ids ? uniqueIds(ranks, gatherTexts(ranks, idLists[0].ids!)) : { ids: null, warnings: [] }
  const fitting = joinLabels(ranks, labels, totals[0], null, join)
  return {
    samples: totals[0],
    ids: unique.ids,
    targets: targets(),
    ...fitting,
    warnings: [...unique.warnings, ...fitting.warnings],
  }
}

/** The places of this rank's rows out of those of all rows, which rank 0 has. Collective. */
function handOutPlaces(ranks: Ranks, all: Float64Array | null, begins: readonly number[]): Float64Array {
  const parts = Array.from({ length: ranks.size }, (_, r) =>
    all ? all.subarray(begins[r], begins[r + 1]) : new Float64Array(0),
  )
  return exchangeNumbers(ranks, parts)[0]
}

/** Ids for samples that some views do not name, on rank 0. */
interface LentIds {
  ids: string[] | null
  note: string
}

/** Takes the ids of a view or table with as many rows for all views, null where nothing has ids; refuses other numbers of rows, and the same ids in another order. Collective. */
async function lendIds(
  ranks: Ranks,
  views: readonly FoundView[],
  idLists: readonly SampleIds[],
  labels: readonly FoundLabels[],
  totals: readonly number[],
): Promise<LentIds | null> {
  const here = [...new Set(labels.flatMap(({ ids, table = '' }) => (ids ? [table] : [])))]
  const tables = broadcastJson(ranks, here).map((table) => {
    const ids = labels.find((each) => each.ids && (each.table ?? '') === table)?.ids ?? []
    // What does not come from a table is known as a whole to every rank.
    return {
      name: fileStem(table),
      isView: false,
      ids: gatherTexts(ranks, table !== '' || ranks.rank === 0 ? ids : []),
    }
  })
  const named = views.flatMap(({ name, ids }, v) =>
    ids ? [{ name, isView: true, ids: gatherTexts(ranks, idLists[v].ids!) }] : [],
  )
  const [lender, ...others] = [...named, ...tables]
  if (!lender) return null
  const without = views.flatMap(({ name, ids }, v) => (ids ? [] : [{ name, samples: totals[v] }]))
  checkCounts(
    views.filter(({ ids }) => !ids),
    without.map(({ samples }) => samples),
  )
  const lent = await onFirst(ranks, () => {
    const { samples, name } = without[0]
    const names = new Set(lender.ids)
    const refuse = (message: string, rows: number): never => {
      throw new InputError(message, { code: 'ids', argument: name, details: { samples, rows } })
    }
    for (const other of [lender, ...others])
      if (other.ids.length !== samples)
        refuse(
          `has no ids but "${other.name}" has, and ${counted(samples, 'row')} for its ${grouped(other.ids.length)}: give both the same rows, or ids to all`,
          other.ids.length,
        )
      else if (!sameTexts(other.ids, lender.ids) && (other.isView || other.ids.some((id) => names.has(id))))
        refuse(
          `has no ids but "${lender.name}" and "${other.name}" have, in different orders: give ids to all views or to none`,
          samples,
        )
    return lender.ids
  })
  const names = without.map(({ name }) => name)
  return {
    ids: lent,
    note: `${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}: no ids, joined with ${lender.name} by position, row by row`,
  }
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, i) => text === b[i])
}

/** Refuses views without ids that have different numbers of samples. */
function checkCounts(views: readonly FoundView[], counts: readonly number[]): void {
  const other = counts.findIndex((count) => count !== counts[0])
  if (other < 0) return
  const [name, first] = [views[other].name, views[0].name]
  throw new InputError(
    `has ${counted(counts[other], 'sample')} but "${first}" has ${counts[0]}, all views must describe the same samples (or have ids)`,
    { code: 'sample-counts', argument: name, details: { [name]: counts[other], [first]: counts[0] } },
  )
}

/** The ids of rows that stand in the order of the samples, on rank 0. Rows line up already, so that ids which repeat are only no ids: null. Collective. */
function uniqueIds(ranks: Ranks, written: readonly string[] | null): { ids: string[] | null; warnings: string[] } {
  const ids = [...(written ?? [])]
  const index = new IdIndex([{ name: '', ids }])
  const twice = index.count((id) => index.second(0, id) >= 0)
  const examples = index.lowest(3, (id) => index.second(0, id))
  const warnings = broadcastJson(
    ranks,
    twice > 0 ? [`ids not used: ${twice} of them stand more than once (${exampleIds(examples, twice)})`] : [],
  )
  return { ids: ranks.rank === 0 && warnings.length === 0 ? ids : null, warnings }
}
