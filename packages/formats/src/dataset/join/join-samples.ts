import { type Communicator, InputError, type Join } from '@manyview/core'
import { counted } from '@manyview/core/words'
import type { FoundLabels, FoundView } from '../findings.ts'
import { beginnings, gatherTexts } from '../rows/exchange.ts'
import { exampleIds } from './example-ids.ts'
import { joinIds } from './join-ids.ts'
import { type JoinedLabels, joinLabels } from './join-labels.ts'
import { SharedIds } from './shared-ids.ts'

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
 * Lines samples up: by id when views have ids (`joinIds`), else by position with equal counts. Labels come into the order of the samples, on rank 0 only. `warnings` say what was dropped. Collective.
 */
export function joinSamples(
  communicator: Communicator,
  found: readonly FoundView[],
  own: readonly SampleIds[],
  labels: readonly FoundLabels[],
  join: Join,
): JoinedSamples {
  checkIds(found)
  const begins = own.map(({ counts }) => beginnings(counts))
  const begin = (v: number) => begins[v][communicator.rank]
  const { ids } = found[0]
  if (ids && [...found, ...labels].some((other) => other.ids !== ids)) {
    const lists = own.map((list, v) => ({ name: found[v].name, ids: list.ids!, begin: begin(v) }))
    const lengths = own.map(({ counts }) => counts)
    const joined = joinIds(communicator, lists, lengths, join)
    const fitting = joinLabels(communicator, labels, joined.samples, joined.find, join)
    return { ...joined, ...fitting, warnings: [...joined.warnings, ...fitting.warnings] }
  }
  const totals = begins.map((some) => some[communicator.size])
  checkCounts(found, totals)
  const unique = ids ? uniqueIds(communicator, own[0].ids!, begin(0)) : { ids: null, warnings: [] }
  const fitting = joinLabels(communicator, labels, totals[0], null, join)
  return {
    samples: totals[0],
    ids: unique.ids,
    targets: own.map(({ counts }, v) =>
      Float64Array.from({ length: counts[communicator.rank] }, (_, i) => begin(v) + i),
    ),
    ...fitting,
    warnings: [...unique.warnings, ...fitting.warnings],
  }
}

/** Refuses ids in some views and none in others. */
function checkIds(found: readonly FoundView[]): void {
  const known = found.find(({ ids }) => ids)
  const without = found.find(({ ids }) => !ids)
  if (known && without)
    throw new InputError(`has no ids but "${known.name}" has, give ids to all views or to none`, {
      code: 'ids',
      argument: without.name,
    })
}

/** Refuses views without ids that have different numbers of samples. */
function checkCounts(found: readonly FoundView[], counts: readonly number[]): void {
  const other = counts.findIndex((count) => count !== counts[0])
  if (other < 0) return
  const [name, first] = [found[other].name, found[0].name]
  throw new InputError(
    `has ${counted(counts[other], 'sample')} but "${first}" has ${counts[0]}, all views must describe the same samples (or have ids)`,
    { code: 'sample-counts', argument: name, details: { [name]: counts[other], [first]: counts[0] } },
  )
}

/** The ids of one table that all views come from, on rank 0. Rows line up already, so that ids which repeat are only no ids: null. */
function uniqueIds(communicator: Communicator, ids: readonly string[], begin: number) {
  const shared = new SharedIds(communicator, [{ name: '', ids, begin }])
  const twice = shared.sum((id) => (shared.second(0, id) >= 0 ? 1 : 0))
  if (twice > 0) {
    const examples = exampleIds(
      shared.lowest(3, (id) => shared.second(0, id)),
      twice,
    )
    return { ids: null, warnings: [`ids not used: ${twice} of them stand more than once (${examples})`] }
  }
  const all = gatherTexts(communicator, ids)
  return { ids: communicator.rank === 0 ? all : null, warnings: [] }
}
