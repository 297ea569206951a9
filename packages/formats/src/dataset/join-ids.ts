import { InputError } from '@manyview/core'
import type { Join } from '@manyview/core/numerics'
import { counted } from '@manyview/core/words'
import { looksNumeric } from '../table/parse-number.ts'

/** The ids of the rows of one view. */
interface IdList {
  name: string
  ids: readonly string[]
}

/** Where rows of several lists come to when they are lined up by id. */
interface JoinedIds {
  samples: number
  /** For each list and each of its rows its new place among all samples, −1 where it is dropped. */
  targets: Float64Array[]
  /** The id of every sample. */
  ids: string[]
  warnings: string[]
  /** Ids that all lists have, and that any has. */
  matched: { all: number; any: number }
  /** The new place of the sample with an id, −1 where it is dropped or unknown. */
  find: (id: string) => number
}

/**
 * Lines up rows by id. `inner` keeps the ids that all lists have, in the order of the first; `outer` those that any has, the order of the first list before that of the others. An id that stands twice
 * in a list names no sample there. `same` refuses to drop any. `warnings` say what was dropped. O(ids).
 */
export function joinIds(written: readonly IdList[], join: Join): JoinedIds {
  const warnings: string[] = []
  const { lists, index } = comparable(written, join, warnings)
  for (const [l, { name }] of lists.entries()) {
    const twice = index.count((id) => index.second(l, id) >= 0)
    if (twice === 0) continue
    const examples = index.lowest(3, (id) => index.second(l, id))
    if (index.count((id) => index.isIn(l, id)) === 0)
      throw new InputError(
        `every id of ${name} stands more than once (${exampleIds(examples, twice)}), give every sample an id of its own`,
        { code: 'ids', argument: 'ids' },
      )
    warnings.push(
      `${name}: ${counted(twice, 'id stands more than once and is', 'ids stand more than once and are')} dropped (${exampleIds(examples, twice)})`,
    )
  }
  const isInAny = (id: number) => lists.some((_, l) => index.isIn(l, id))
  const isInAll = (id: number) => lists.every((_, l) => index.isIn(l, id))
  const keeps = join === 'outer' ? isInAny : isInAll
  if (join === 'outer') checkAlone(lists, index)
  else checkCommon(lists, index, keeps, warnings)
  if (join === 'same') refuseDropping(lists, index, keeps)
  const { places, ids } = numberSamples(lists, index, keeps)
  return {
    samples: ids.length,
    targets: lists.map((list, l) =>
      Float64Array.from(list.ids, (text) => {
        const id = index.numbers.get(text)!
        return index.isIn(l, id) ? places[id] : -1
      }),
    ),
    ids,
    warnings,
    matched: { all: index.count(isInAll), any: index.count(isInAny) },
    find: (text) => places[index.numbers.get(text) ?? -1] ?? -1,
  }
}

/** Where the ids of several lists stand. Every different id has a number. */
export class IdIndex {
  readonly numbers = new Map<string, number>()
  private readonly firsts: number[][]
  private readonly seconds: Map<number, number>[]

  constructor(lists: readonly IdList[]) {
    this.firsts = lists.map(() => [])
    this.seconds = lists.map(() => new Map())
    for (const [l, { ids }] of lists.entries())
      ids.forEach((text, position) => {
        this.note(text, l, position)
      })
  }

  /** Where id number `id` stands first in a list, −1 where it does not. */
  first(list: number, id: number): number {
    return this.firsts[list][id]
  }

  /** Where id number `id` stands the second time in a list, −1 where it does not. */
  second(list: number, id: number): number {
    return this.seconds[list].get(id) ?? -1
  }

  /** True where the id stands exactly once in a list. */
  isIn(list: number, id: number): boolean {
    return this.firsts[list][id] >= 0 && !this.seconds[list].has(id)
  }

  /** The number of ids for which `holds`. */
  count(holds: (id: number) => boolean): number {
    let total = 0
    for (let id = 0; id < this.numbers.size; id++) if (holds(id)) total++
    return total
  }

  /** The ids with the `count` lowest positions of those that have one by `position` (−1: none), in their order. */
  lowest(count: number, position: (id: number) => number): string[] {
    const lowest: { at: number; text: string }[] = []
    for (const [text, id] of this.numbers) {
      const at = position(id)
      if (at < 0 || (lowest.length === count && at > lowest[count - 1].at)) continue
      lowest.push({ at, text })
      lowest.sort((a, b) => a.at - b.at)
      lowest.length = Math.min(lowest.length, count)
    }
    return lowest.map(({ text }) => text)
  }

  private note(text: string, list: number, position: number): void {
    let id = this.numbers.get(text)
    if (id === undefined) {
      id = this.numbers.size
      this.numbers.set(text, id)
      for (const firsts of this.firsts) firsts.push(-1)
    }
    if (this.firsts[list][id] < 0) this.firsts[list][id] = position
    else if (!this.seconds[list].has(id)) this.seconds[list].set(id, position)
  }
}

/** Of `count` ids the first three in quotation marks, for a message; `first` has at least as many of them. */
export function exampleIds(first: readonly string[], count: number): string {
  const shown = first.slice(0, 3).map((id) => JSON.stringify(id.slice(0, 40)))
  return shown.join(', ') + (count > 3 ? ', …' : '')
}

/** The lists as they are, or as numbers where no id is common to all but all are numbers. */
function comparable(
  lists: readonly IdList[],
  join: Join,
  warnings: string[],
): { lists: readonly IdList[]; index: IdIndex } {
  const index = new IdIndex(lists)
  const stands = (ids: IdIndex, id: number) => lists.filter((_, l) => ids.first(l, id) >= 0).length
  const isCommon = (id: number) => stands(index, id) === lists.length
  if (index.count(isCommon) > 0 || !lists.every(({ ids }) => ids.every(looksNumeric))) return { lists, index }
  const plain = lists.map((list) => ({ ...list, ids: list.ids.map((id) => String(Number(id))) }))
  const plainIndex = new IdIndex(plain)
  const sharing = (ids: IdIndex) => {
    let total = 0
    for (const id of ids.numbers.values()) total += stands(ids, id) - 1
    return total
  }
  if (join === 'outer' && sharing(plainIndex) <= sharing(index)) return { lists, index }
  warnings.push('ids are written differently in different views (such as 1 and 1.0): compared as numbers')
  return { lists: plain, index: plainIndex }
}

/** Numbers the samples that are kept: those of the first list in its order, then those that only the second has, and so on. −1 for ids that are not kept. */
function numberSamples(
  lists: readonly IdList[],
  index: IdIndex,
  keeps: (id: number) => boolean,
): { places: Float64Array; ids: string[] } {
  const places = new Float64Array(index.numbers.size).fill(-1)
  const ids: string[] = []
  for (const [l, list] of lists.entries())
    for (const text of list.ids) {
      const id = index.numbers.get(text)!
      if (places[id] >= 0 || !index.isIn(l, id) || !keeps(id)) continue
      places[id] = ids.length
      ids.push(text)
    }
  return { places, ids }
}

function checkCommon(
  lists: readonly IdList[],
  index: IdIndex,
  keeps: (id: number) => boolean,
  warnings: string[],
): void {
  if (index.count(keeps) === 0) {
    const starts = lists.map(({ name }, l) => {
      const [text] = index.lowest(1, (id) => index.first(l, id))
      return `${name}: ${JSON.stringify(text)}, …`
    })
    throw new InputError(`no id is found in all views (${starts.join('; ')}), write ids the same way in all of them`, {
      code: 'ids',
      argument: 'ids',
    })
  }
  for (const [l, { name, ids }] of lists.entries()) {
    const at = (id: number) => (keeps(id) ? -1 : index.first(l, id))
    const dropped = index.count((id) => at(id) >= 0)
    if (dropped > 0)
      warnings.push(
        `${name}: ${dropped} of ${counted(ids.length, 'sample')} dropped, their ids are not in all views (${exampleIds(index.lowest(3, at), dropped)})`,
      )
  }
}

function refuseDropping(lists: readonly IdList[], index: IdIndex, keeps: (id: number) => boolean): void {
  const common = index.count(keeps)
  for (const [l, { name, ids }] of lists.entries()) {
    if (ids.length === common) continue
    const [text] = index.lowest(1, (id) => (keeps(id) ? -1 : index.first(l, id)))
    throw new InputError(
      `has ${counted(ids.length, 'sample')} of which ${common} are in all views (${JSON.stringify(text)} is not), give every view the same samples, or join inner or outer`,
      { code: 'ids', argument: name, details: { samples: ids.length, kept: common } },
    )
  }
}

/** Refuses a view that shares no id with another: it belongs to other samples, or writes them otherwise. */
function checkAlone(lists: readonly IdList[], index: IdIndex): void {
  if (lists.length === 1) return
  for (const [l, { name }] of lists.entries()) {
    const isShared = (id: number) => index.isIn(l, id) && lists.some((_, o) => o !== l && index.isIn(o, id))
    if (index.count(isShared) > 0) continue
    const at = (id: number) => (index.isIn(l, id) ? index.first(l, id) : -1)
    const count = index.count((id) => at(id) >= 0)
    throw new InputError(
      `none of its ids (${exampleIds(index.lowest(3, at), count)}) is found in another view, write ids the same way in all of them`,
      { code: 'ids', argument: name },
    )
  }
}
