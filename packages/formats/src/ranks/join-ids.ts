import { type Communicator, InputError } from '@manyview/core'
import { exampleWords } from '../dataset/repeated-ids.ts'
import { beginnings, exchangeNumbers, exchangeTexts, holderOf } from './exchange.ts'
import { areNumbers, type IdList, type Places, SharedIds } from './shared-ids.ts'

/** Where rows of several lists come to when they are lined up by id. */
export interface JoinedIds {
  samples: number
  /** For each list and each of this rank's rows its new place among all samples, −1 where it is dropped. */
  targets: Float64Array[]
  /** On rank 0 the id of every sample; null on the others. */
  ids: string[] | null
  warnings: string[]
  /** The new place of samples with these ids (−1: dropped or unknown); all ranks call it. */
  find: (ids: readonly string[]) => Float64Array
}

/**
 * `joinById` of lists that lie on several ranks: the same samples in the same order, the same warnings and the same errors, on every rank. Ids travel to the rank that their content names,
 * which finds where they stand; places travel back to the rows. No rank holds all ids but rank 0 those of the result.
 */
export function joinIds(
  communicator: Communicator,
  given: readonly IdList[],
  lengths: readonly (readonly number[])[],
  join: 'inner' | 'outer',
): JoinedIds {
  const warnings: string[] = []
  const { lists, shared } = comparable(communicator, given, join, warnings)
  lists.forEach(({ name }, l) => {
    const twice = shared.sum(({ second }) => (second[l] >= 0 ? 1 : 0))
    if (twice > 0)
      warnings.push(
        `${name}: ${twice} ids stand more than once and are dropped (${exampleWords(
          shared.lowest(3, ({ second }) => second[l]),
          twice,
        )})`,
      )
  })
  const has = ({ first, second }: Places, l: number) => first[l] >= 0 && second[l] < 0
  const every = lists.map((_, l) => l)
  const keeps = (places: Places) =>
    join === 'inner' ? every.every((l) => has(places, l)) : every.some((l) => has(places, l))
  if (join === 'inner') checkCommon(lists, lengths, shared, keeps, warnings)
  else checkAlone(lists, shared, has)
  const begins = lengths.map(beginnings)
  const { samples, places, ids } = numberSamples(communicator, lists, shared, begins, keeps, has)
  return {
    samples,
    targets: sendPlaces(communicator, lists, shared, begins, places, has),
    ids,
    warnings,
    find: (wanted) => shared.ask(wanted, (id) => places.get(id) ?? -1),
  }
}

/** The lists as they are, or as numbers where no id is common to all but all are numbers. */
function comparable(
  communicator: Communicator,
  lists: readonly IdList[],
  join: 'inner' | 'outer',
  warnings: string[],
): { lists: readonly IdList[]; shared: SharedIds } {
  const shared = new SharedIds(communicator, lists)
  const common = shared.sum(({ first }) => (first.every((at) => at >= 0) ? 1 : 0))
  if (common > 0 || !areNumbers(communicator, lists)) return { lists, shared }
  const plain = lists.map((list) => ({ ...list, ids: list.ids.map((id) => String(Number(id))) }))
  const plainShared = new SharedIds(communicator, plain)
  const sharing = (ids: SharedIds) => ids.sum(({ first }) => first.filter((at) => at >= 0).length - 1)
  if (join === 'outer' && sharing(plainShared) <= sharing(shared)) return { lists, shared }
  warnings.push('ids are written differently in different views (such as 1 and 1.0): compared as numbers')
  return { lists: plain, shared: plainShared }
}

function checkCommon(
  lists: readonly IdList[],
  lengths: readonly (readonly number[])[],
  shared: SharedIds,
  keeps: (places: Places) => boolean,
  warnings: string[],
): void {
  if (shared.sum((places) => (keeps(places) ? 1 : 0)) === 0) {
    const starts = lists.map(({ name }, l) => {
      const [id] = shared.lowest(1, ({ first }) => first[l])
      return `${name}: ${JSON.stringify(id)}, …`
    })
    throw new InputError(`no id is found in all views (${starts.join('; ')}), write ids the same way in all of them`, {
      code: 'ids',
      argument: 'ids',
    })
  }
  lists.forEach(({ name }, l) => {
    const at = (places: Places) => (keeps(places) ? -1 : places.first[l])
    const dropped = shared.sum((places) => (at(places) >= 0 ? 1 : 0))
    const all = lengths[l].reduce((sum, count) => sum + count, 0)
    if (dropped > 0)
      warnings.push(
        `${name}: ${dropped} of ${all} samples dropped, their ids are not in all views (${exampleWords(shared.lowest(3, at), dropped)})`,
      )
  })
}

function checkAlone(lists: readonly IdList[], shared: SharedIds, has: (places: Places, list: number) => boolean): void {
  if (lists.length === 1) return
  lists.forEach(({ name }, l) => {
    const others = (places: Places) => lists.some((_, o) => o !== l && has(places, o))
    if (shared.sum((places) => (has(places, l) && others(places) ? 1 : 0)) > 0) return
    const at = (places: Places) => (has(places, l) ? places.first[l] : -1)
    const count = shared.sum((places) => (at(places) >= 0 ? 1 : 0))
    throw new InputError(
      `none of its ids (${exampleWords(shared.lowest(3, at), count)}) is found in another view, write ids the same way in all of them`,
      { code: 'ids', argument: name },
    )
  })
}

/** Numbers the samples that are kept: those of the first list in its order, then those that only the second has, and so on. The rank that holds such a row gives the number. */
function numberSamples(
  communicator: Communicator,
  lists: readonly IdList[],
  shared: SharedIds,
  begins: readonly number[][],
  keeps: (places: Places) => boolean,
  has: (places: Places, list: number) => boolean,
): { samples: number; places: Map<string, number>; ids: string[] | null } {
  const { rank, size } = communicator
  const asked = Array.from({ length: size }, (): { id: string; list: number; at: number }[] => [])
  for (const [id, places] of shared.places) {
    if (!keeps(places)) continue
    const list = lists.findIndex((_, l) => has(places, l))
    asked[holderOf(begins[list], places.first[list])].push({ id, list, at: places.first[list] })
  }
  const received = exchangeNumbers(
    communicator,
    asked.map((some) => Float64Array.from(some.flatMap(({ list, at }) => [list, at]))),
  )
  const numbers = lists.map(({ ids }) => new Float64Array(ids.length).fill(-1))
  for (const pairs of received)
    for (let p = 0; p < pairs.length; p += 2) numbers[pairs[p]][pairs[p + 1] - begins[pairs[p]][rank]] = 0
  const kept = numbers.map((marks) => marks.reduce((sum, mark) => sum + Number(mark === 0), 0))
  const counts = communicator.allGather(Float64Array.from(kept))
  let next = 0
  const firsts: number[] = []
  lists.forEach((_, l) => {
    for (let r = 0; r < size; r++) {
      if (r === rank) firsts.push(next)
      next += counts[r * lists.length + l]
    }
  })
  const own: { texts: string[]; places: number[] } = { texts: [], places: [] }
  numbers.forEach((marks, l) => {
    let number = firsts[l]
    for (let i = 0; i < marks.length; i++) {
      if (marks[i] < 0) continue
      own.texts.push(lists[l].ids[i])
      own.places.push(number)
      marks[i] = number++
    }
  })
  const answers = exchangeNumbers(
    communicator,
    received.map((pairs) =>
      Float64Array.from({ length: pairs.length / 2 }, (_, p) => {
        const list = pairs[2 * p]
        return numbers[list][pairs[2 * p + 1] - begins[list][rank]]
      }),
    ),
  )
  const places = new Map<string, number>()
  asked.forEach((some, r) => {
    some.forEach(({ id }, k) => {
      places.set(id, answers[r][k])
    })
  })
  return { samples: next, places, ids: gatherIds(communicator, own, next) }
}

/** On rank 0 every text at its place. */
function gatherIds(
  communicator: Communicator,
  { texts, places }: { texts: string[]; places: number[] },
  total: number,
): string[] | null {
  const toFirst = <T>(value: T, none: T) =>
    Array.from({ length: communicator.size }, (_, r) => (r === 0 ? value : none))
  const allPlaces = exchangeNumbers(communicator, toFirst(Float64Array.from(places), new Float64Array(0)))
  const allTexts = exchangeTexts(communicator, toFirst(texts, []))
  if (communicator.rank > 0) return null
  const result = Array<string>(total)
  allTexts.forEach((some, r) => {
    some.forEach((text, i) => {
      result[allPlaces[r][i]] = text
    })
  })
  return result
}

/** Tells the rows of every list their places. */
function sendPlaces(
  communicator: Communicator,
  lists: readonly IdList[],
  shared: SharedIds,
  begins: readonly number[][],
  places: ReadonlyMap<string, number>,
  has: (places: Places, list: number) => boolean,
): Float64Array[] {
  return lists.map(({ ids, begin }, l) => {
    const sent = Array.from({ length: communicator.size }, (): number[] => [])
    for (const [id, place] of places) {
      const known = shared.places.get(id)!
      if (has(known, l)) sent[holderOf(begins[l], known.first[l])].push(known.first[l], place)
    }
    const targets = new Float64Array(ids.length).fill(-1)
    for (const pairs of exchangeNumbers(
      communicator,
      sent.map((some) => Float64Array.from(some)),
    ))
      for (let p = 0; p < pairs.length; p += 2) targets[pairs[p] - begin] = pairs[p + 1]
    return targets
  })
}
