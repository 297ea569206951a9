import { type Communicator, InputError, type Join } from '@manyview/core'
import { counted } from '@manyview/core/words'
import { beginnings, exchangeNumbers, holderOf } from '../rows/exchange.ts'
import { exampleIds } from './example-ids.ts'
import { numberSamples } from './number-samples.ts'
import { areNumbers, type IdList, SharedIds } from './shared-ids.ts'

/** Where rows of several lists come to when they are lined up by id. */
interface JoinedIds {
  samples: number
  /** For each list and each of this rank's rows its new place among all samples, −1 where it is dropped. */
  targets: Float64Array[]
  /** On rank 0 the id of every sample; null on the others. */
  ids: string[] | null
  warnings: string[]
  /** Ids that all lists have, and that any has. */
  matched: { all: number; any: number }
  /** The new place of samples with these ids (−1: dropped or unknown); all ranks call it. */
  find: (ids: readonly string[]) => Float64Array
}

/**
 * Lines up rows by id. `inner` keeps the ids that all lists have, in the order of the first; `outer` those that any has, the order of the first list before that of the others. An id that stands twice
 * in a list names no sample there. `same` refuses to drop any. `warnings` say what was dropped. `lengths` counts the rows of each list on every rank. Every rank gets the same answer, and only rank 0 the ids of all samples.
 */
export function joinIds(
  communicator: Communicator,
  given: readonly IdList[],
  lengths: readonly (readonly number[])[],
  join: Join,
): JoinedIds {
  const warnings: string[] = []
  const { lists, shared } = comparable(communicator, given, join, warnings)
  lists.forEach(({ name }, l) => {
    const twice = shared.sum((id) => (shared.second(l, id) >= 0 ? 1 : 0))
    if (twice === 0) return
    const examples = shared.lowest(3, (id) => shared.second(l, id))
    warnings.push(
      `${name}: ${counted(twice, 'id stands more than once and is', 'ids stand more than once and are')} dropped (${exampleIds(examples, twice)})`,
    )
  })
  const every = lists.map((_, l) => l)
  const keeps = (id: number) =>
    join === 'outer' ? every.some((l) => shared.isIn(l, id)) : every.every((l) => shared.isIn(l, id))
  if (join === 'outer') checkAlone(lists, shared)
  else checkCommon(lists, lengths, shared, keeps, warnings)
  if (join === 'same') refuseDropping(lists, lengths, shared, keeps)
  const begins = lengths.map(beginnings)
  const { samples, places, ids } = numberSamples(communicator, lists, shared, begins, keeps)
  return {
    samples,
    targets: sendPlaces(communicator, lists, shared, begins, places),
    ids,
    warnings,
    matched: {
      all: shared.sum((id) => (every.every((l) => shared.isIn(l, id)) ? 1 : 0)),
      any: shared.sum((id) => (every.some((l) => shared.isIn(l, id)) ? 1 : 0)),
    },
    find: (wanted) => shared.ask(wanted, (id) => places[id]),
  }
}

/** The lists as they are, or as numbers where no id is common to all but all are numbers. */
function comparable(
  communicator: Communicator,
  lists: readonly IdList[],
  join: Join,
  warnings: string[],
): { lists: readonly IdList[]; shared: SharedIds } {
  const shared = new SharedIds(communicator, lists)
  const stands = (ids: SharedIds, id: number) => lists.filter((_, l) => ids.first(l, id) >= 0).length
  const common = shared.sum((id) => (stands(shared, id) === lists.length ? 1 : 0))
  if (common > 0 || !areNumbers(communicator, lists)) return { lists, shared }
  const plain = lists.map((list) => ({ ...list, ids: list.ids.map((id) => String(Number(id))) }))
  const plainShared = new SharedIds(communicator, plain)
  const sharing = (ids: SharedIds) => ids.sum((id) => stands(ids, id) - 1)
  if (join === 'outer' && sharing(plainShared) <= sharing(shared)) return { lists, shared }
  warnings.push('ids are written differently in different views (such as 1 and 1.0): compared as numbers')
  return { lists: plain, shared: plainShared }
}

function checkCommon(
  lists: readonly IdList[],
  lengths: readonly (readonly number[])[],
  shared: SharedIds,
  keeps: (id: number) => boolean,
  warnings: string[],
): void {
  if (shared.sum((id) => (keeps(id) ? 1 : 0)) === 0) {
    const starts = lists.map(({ name }, l) => {
      const [text] = shared.lowest(1, (id) => shared.first(l, id))
      return `${name}: ${JSON.stringify(text)}, …`
    })
    throw new InputError(`no id is found in all views (${starts.join('; ')}), write ids the same way in all of them`, {
      code: 'ids',
      argument: 'ids',
    })
  }
  lists.forEach(({ name }, l) => {
    const at = (id: number) => (keeps(id) ? -1 : shared.first(l, id))
    const dropped = shared.sum((id) => (at(id) >= 0 ? 1 : 0))
    const all = lengths[l].reduce((sum, count) => sum + count, 0)
    if (dropped > 0)
      warnings.push(
        `${name}: ${dropped} of ${counted(all, 'sample')} dropped, their ids are not in all views (${exampleIds(shared.lowest(3, at), dropped)})`,
      )
  })
}

function refuseDropping(
  lists: readonly IdList[],
  lengths: readonly (readonly number[])[],
  shared: SharedIds,
  keeps: (id: number) => boolean,
): void {
  const kept = shared.sum((id) => (keeps(id) ? 1 : 0))
  lists.forEach(({ name }, l) => {
    const all = lengths[l].reduce((sum, count) => sum + count, 0)
    if (all === kept) return
    const [text] = shared.lowest(1, (id) => (keeps(id) ? -1 : shared.first(l, id)))
    throw new InputError(
      `has ${counted(all, 'sample')} of which ${kept} are in all views (${JSON.stringify(text)} is not), give every view the same samples, or join inner or outer`,
      { code: 'ids', argument: name, details: { samples: all, kept } },
    )
  })
}

/** A view that shares no id with another belongs to other samples, or writes them otherwise. */
function checkAlone(lists: readonly IdList[], shared: SharedIds): void {
  if (lists.length === 1) return
  lists.forEach(({ name }, l) => {
    const others = (id: number) => lists.some((_, o) => o !== l && shared.isIn(o, id))
    if (shared.sum((id) => (shared.isIn(l, id) && others(id) ? 1 : 0)) > 0) return
    const at = (id: number) => (shared.isIn(l, id) ? shared.first(l, id) : -1)
    const count = shared.sum((id) => (at(id) >= 0 ? 1 : 0))
    throw new InputError(
      `none of its ids (${exampleIds(shared.lowest(3, at), count)}) is found in another view, write ids the same way in all of them`,
      { code: 'ids', argument: name },
    )
  })
}

/** Tells the rows of every list their places. */
function sendPlaces(
  communicator: Communicator,
  lists: readonly IdList[],
  shared: SharedIds,
  begins: readonly number[][],
  places: Float64Array,
): Float64Array[] {
  return lists.map(({ ids, begin }, l) => {
    const sent = Array.from({ length: communicator.size }, (): number[] => [])
    places.forEach((place, id) => {
      if (place < 0 || !shared.isIn(l, id)) return
      const at = shared.first(l, id)
      sent[holderOf(begins[l], at)].push(at, place)
    })
    const targets = new Float64Array(ids.length).fill(-1)
    const received = exchangeNumbers(
      communicator,
      sent.map((some) => Float64Array.from(some)),
    )
    for (const pairs of received) for (let p = 0; p < pairs.length; p += 2) targets[pairs[p] - begin] = pairs[p + 1]
    return targets
  })
}
