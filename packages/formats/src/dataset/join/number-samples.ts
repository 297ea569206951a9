import type { Communicator } from '@manyview/core'
import { exchangeNumbers, exchangeTexts, holderOf } from '../rows/exchange.ts'
import type { IdList, SharedIds } from './shared-ids.ts'

/** Samples that were given numbers. */
interface NumberedSamples {
  samples: number
  /** For each id that this rank knows the number of its sample, −1 where it is not kept. */
  places: Float64Array
  /** On rank 0 the id of every sample; null on the others. */
  ids: string[] | null
}

/** Numbers the samples that are kept: those of the first list in its order, then those that only the second has, and so on. The rank that holds the row of a sample gives the number. Collective. */
export function numberSamples(
  communicator: Communicator,
  lists: readonly IdList[],
  shared: SharedIds,
  begins: readonly number[][],
  keeps: (id: number) => boolean,
): NumberedSamples {
  const { rank, size } = communicator
  const asked = Array.from({ length: size }, (): { ids: number[]; rows: number[] } => ({ ids: [], rows: [] }))
  for (const id of shared.numbers.values()) {
    if (!keeps(id)) continue
    const list = lists.findIndex((_, l) => shared.isIn(l, id))
    const holder = asked[holderOf(begins[list], shared.first(list, id))]
    holder.ids.push(id)
    holder.rows.push(list, shared.first(list, id))
  }
  const received = exchangeNumbers(
    communicator,
    asked.map(({ rows }) => Float64Array.from(rows)),
  )
  const numbers = lists.map(({ ids }) => new Float64Array(ids.length).fill(-1))
  for (const pairs of received)
    for (let p = 0; p < pairs.length; p += 2) numbers[pairs[p]][pairs[p + 1] - begins[pairs[p]][rank]] = 0
  const { own, samples } = numberRows(communicator, lists, numbers)
  const answers = exchangeNumbers(
    communicator,
    received.map((pairs) =>
      Float64Array.from({ length: pairs.length / 2 }, (_, p) => {
        const list = pairs[2 * p]
        return numbers[list][pairs[2 * p + 1] - begins[list][rank]]
      }),
    ),
  )
  const places = new Float64Array(shared.numbers.size).fill(-1)
  asked.forEach(({ ids }, r) => {
    ids.forEach((id, k) => {
      places[id] = answers[r][k]
    })
  })
  return { samples, places, ids: gatherIds(communicator, own, samples) }
}

interface OwnIds {
  texts: string[]
  places: number[]
}

/** Replaces the marks (0) of rows that are kept by their numbers among all ranks. */
function numberRows(
  communicator: Communicator,
  lists: readonly IdList[],
  numbers: readonly Float64Array[],
): { own: OwnIds; samples: number } {
  const { rank, size } = communicator
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
  const own: OwnIds = { texts: [], places: [] }
  numbers.forEach((marks, l) => {
    let number = firsts[l]
    for (let i = 0; i < marks.length; i++) {
      if (marks[i] < 0) continue
      own.texts.push(lists[l].ids[i])
      own.places.push(number)
      marks[i] = number++
    }
  })
  return { own, samples: next }
}

/** On rank 0 every text at its place. */
function gatherIds(communicator: Communicator, { texts, places }: OwnIds, total: number): string[] | null {
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
