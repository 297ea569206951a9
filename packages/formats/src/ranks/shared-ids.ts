import type { Communicator } from '@manyview/core'
import { looksNumeric } from '../table/parse-number.ts'
import { exchangeNumbers, exchangeTexts } from './exchange.ts'
import { allTexts } from './gather-texts.ts'

/** One list of ids that lies on the ranks in their order, seen from one of them. */
export interface IdList {
  name: string
  /** Of this rank's rows. */
  ids: readonly string[]
  /** Where they begin among all. */
  begin: number
}

/** Where an id stands: for each list the first and the second of its positions among all rows, −1 without one. */
export interface Places {
  first: number[]
  second: number[]
}

/**
 * Ids of several lists, shared out over the ranks by their content, so that every rank knows for its part of all ids where they stand in every list and none has to hold all.
 * All calls are collective.
 */
export class SharedIds {
  readonly places = new Map<string, Places>()
  private readonly communicator: Communicator

  constructor(communicator: Communicator, lists: readonly IdList[]) {
    this.communicator = communicator
    lists.forEach(({ ids, begin }, l) => {
      const { texts, rows } = this.byOwner(ids)
      const positions = exchangeNumbers(
        communicator,
        rows.map((own) => Float64Array.from(own, (i) => begin + i)),
      )
      exchangeTexts(communicator, texts).forEach((received, r) => {
        received.forEach((id, i) => {
          this.note(id, l, positions[r][i], lists.length)
        })
      })
    })
  }

  /** For each of `ids`, which may differ between ranks, what `value` says of it on the rank that knows it. */
  ask(ids: readonly string[], value: (id: string) => number): Float64Array {
    const { texts, rows } = this.byOwner(ids)
    const asked = exchangeTexts(this.communicator, texts)
    const answers = exchangeNumbers(
      this.communicator,
      asked.map((received) => Float64Array.from(received, value)),
    )
    const result = new Float64Array(ids.length)
    rows.forEach((own, r) => {
      own.forEach((i, k) => {
        result[i] = answers[r][k]
      })
    })
    return result
  }

  /** The sum over all ids of what `value` says. */
  sum(value: (places: Places) => number): number {
    const total = Float64Array.of(0)
    for (const places of this.places.values()) total[0] += value(places)
    this.communicator.allReduceSum(total)
    return total[0]
  }

  /** The ids with the `count` lowest positions of those that have one by `position` (−1: none), in their order. */
  lowest(count: number, position: (places: Places) => number): string[] {
    const own: { at: number; id: string }[] = []
    for (const [id, places] of this.places) {
      const at = position(places)
      if (at < 0 || (own.length === count && at > own[count - 1].at)) continue
      own.push({ at, id })
      own.sort((a, b) => a.at - b.at)
      own.length = Math.min(own.length, count)
    }
    const at = this.communicator.allGather(Float64Array.from(own, (each) => each.at))
    const ids = allTexts(
      this.communicator,
      own.map(({ id }) => id),
    )
    const order = ids.map((_, i) => i).sort((a, b) => at[a] - at[b])
    return order.slice(0, count).map((i) => ids[i])
  }

  private note(id: string, list: number, position: number, lists: number): void {
    let places = this.places.get(id)
    if (!places) {
      places = { first: Array<number>(lists).fill(-1), second: Array<number>(lists).fill(-1) }
      this.places.set(id, places)
    }
    if (places.first[list] < 0) places.first[list] = position
    else if (places.second[list] < 0) places.second[list] = position
  }

  /** The ids that each rank knows, and which of the given ones they are. */
  private byOwner(ids: readonly string[]): { texts: string[][]; rows: number[][] } {
    const { size } = this.communicator
    const texts = Array.from({ length: size }, (): string[] => [])
    const rows = Array.from({ length: size }, (): number[] => [])
    ids.forEach((id, i) => {
      const owner = hash(id) % size
      texts[owner].push(id)
      rows[owner].push(i)
    })
    return { texts, rows }
  }
}

/** True where the ids of all lists on all ranks are numbers. */
export function areNumbers(communicator: Communicator, lists: readonly IdList[]): boolean {
  const others = Float64Array.of(lists.every(({ ids }) => ids.every(looksNumeric)) ? 0 : 1)
  communicator.allReduceSum(others)
  return others[0] === 0
}

/** FNV-1a of the code units. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}
