import { InputError } from '@manyview/core'
import type { Join } from '@manyview/core/numerics'
import type { Ranks } from '@manyview/core/runtime'
import { counted } from '@manyview/core/words'
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
 * Lines samples up: by id when views have ids (`joinIds`), else by position with equal counts. Labels come into the order of the samples, on rank 0 only. `warnings` say what was dropped. Rank 0 gets all
 * ids and tells every rank the places of its rows. Collective.
 */
export async function joinSamples(
  ranks: Ranks,
  views: readonly FoundView[],
  idLists: readonly SampleIds[],
  labels: readonly FoundLabels[],
  join: Join,
): Promise<JoinedSamples> {
  checkIds(views)
  const begins = idLists.map(({ counts }) => beginnings(counts))
  const { ids } = views[0]
  if (ids && [...views, ...labels].some((other) => other.ids !== ids)) {
    const lists = idLists.map((list, v) => ({ name: views[v].name, ids: gatherTexts(ranks, list.ids!) }))
    const joined = await onFirst(ranks, () => joinIds(lists, join))
    const { samples, matched, warnings } = broadcastJson(ranks, {
      samples: joined?.samples ?? 0,
      matched: joined?.matched,
      warnings: joined?.warnings ?? [],
    })
    const fitting = joinLabels(ranks, labels, samples, joined?.find ?? (() => -1), join)
    return {
      samples,
      ids: joined?.ids ?? null,
      targets: begins.map((begin, v) => handOutPlaces(ranks, joined?.targets[v] ?? null, begin)),
      matched,
      ...fitting,
      warnings: [...warnings, ...fitting.warnings],
    }
  }
  const totals = begins.map((starts) => starts[ranks.size])
  checkCounts(views, totals)
  const unique = ids ? uniqueIds(ranks, idLists[0].ids!) : { ids: null, warnings: [] }
  const fitting = joinLabels(ranks, labels, totals[0], null, join)
  return {
    samples: totals[0],
    ids: unique.ids,
    targets: idLists.map(({ counts }, v) =>
      Float64Array.from({ length: counts[ranks.rank] }, (_, i) => begins[v][ranks.rank] + i),
    ),
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

/** Refuses ids in some views and none in others. */
function checkIds(views: readonly FoundView[]): void {
  const withIds = views.find(({ ids }) => ids)
  const without = views.find(({ ids }) => !ids)
  if (withIds && without)
    throw new InputError(`has no ids but "${withIds.name}" has, give ids to all views or to none`, {
      code: 'ids',
      argument: without.name,
    })
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

/** The ids of one table that all views come from, on rank 0. Rows line up already, so that ids which repeat are only no ids: null. Collective. */
function uniqueIds(ranks: Ranks, ownIds: readonly string[]): { ids: string[] | null; warnings: string[] } {
  const ids = gatherTexts(ranks, ownIds)
  const index = new IdIndex([{ name: '', ids }])
  const twice = index.count((id) => index.second(0, id) >= 0)
  const examples = index.lowest(3, (id) => index.second(0, id))
  const warnings = broadcastJson(
    ranks,
    twice > 0 ? [`ids not used: ${twice} of them stand more than once (${exampleIds(examples, twice)})`] : [],
  )
  return { ids: ranks.rank === 0 && warnings.length === 0 ? ids : null, warnings }
}
