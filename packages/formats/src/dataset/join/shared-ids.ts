import type { Communicator } from '@manyview/core'
import { looksNumeric } from '../../table/parse-number.ts'
import { allTexts, exchangeNumbers, exchangeTexts } from '../rows/exchange.ts'

/** One list of ids that lies on the ranks in their order, seen from one of them. */
export interface IdList {
  name: string
  /** Of this rank's rows. */
  ids: readonly string[]
  /** Where they begin among all. */
  begin: number
}

/**
 * Ids of several lists. Each rank knows a part of all ids, chosen by a hash of the text, and where these stand in every list, so that no rank has to hold all of them. An id that a rank knows has a
 * number there. All calls are collective.
 */
export class SharedIds {
  /** The number of each id that this rank knows. */
  readonly numbers = new Map<string, number>()
  private readonly communicator: Communicator
  private readonly firsts: number[][]
  private readonly seconds: Map<number, number>[]

  constructor(communicator: Communicator, lists: readonly IdList[]) {
    this.communicator = communicator
    this.firsts = lists.map(() => [])
    this.seconds = lists.map(() => new Map())
    lists.forEach(({ ids, begin }, l) => {
      const { texts, rows } = this.byOwner(ids)
      const positions = exchangeNumbers(
        communicator,
        rows.map((own) => Float64Array.from(own, (i) => begin + i)),
      )
      exchangeTexts(communicator, texts).forEach((received, r) => {
        received.forEach((id, i) => {
          this.note(id, l, positions[r][i])
        })
      })
    })
  }

  /** Where id number `id` stands first in a list, −1 where it does not. */
  first(list: number, id: number): number {
    return this.firsts[list][id]
  }

  /** Where it stands the second time, −1 where it does not. */
  second(list: number, id: number): number {
    return this.seconds[list].get(id) ?? -1
  }

  /** True where the id stands exactly once in a list. */
  isIn(list: number, id: number): boolean {
    return this.firsts[list][id] >= 0 && !this.seconds[list].has(id)
  }

  /** For each of `ids`, which may differ between ranks, what `value` says of its number on the rank that knows it; −1 where none does. */
  ask(ids: readonly string[], value: (id: number) => number): Float64Array {
    const { texts, rows } = this.byOwner(ids)
    const asked = exchangeTexts(this.communicator, texts)
    const answers = exchangeNumbers(
      this.communicator,
      asked.map((received) =>
        Float64Array.from(received, (text) => {
          const id = this.numbers.get(text)
          return id === undefined ? -1 : value(id)
        }),
      ),
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
  sum(value: (id: number) => number): number {
    const total = Float64Array.of(0)
    for (const id of this.numbers.values()) total[0] += value(id)
    this.communicator.allReduceSum(total)
    return total[0]
  }

  /** The ids with the `count` lowest positions of those that have one by `position` (−1: none), in their order. */
  lowest(count: number, position: (id: number) => number): string[] {
    const own: { at: number; text: string }[] = []
    for (const [text, id] of this.numbers) {
      const at = position(id)
      if (at < 0 || (own.length === count && at > own[count - 1].at)) continue
      own.push({ at, text })
      own.sort((a, b) => a.at - b.at)
      own.length = Math.min(own.length, count)
    }
    const at = this.communicator.allGather(Float64Array.from(own, (each) => each.at))
    const texts = allTexts(
      this.communicator,
      own.map(({ text }) => text),
    )
    const order = texts.map((_, i) => i).sort((a, b) => at[a] - at[b])
    return order.slice(0, count).map((i) => texts[i])
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

  /** The ids that each rank knows, and which of the given ones they are. */
  private byOwner(ids: readonly string[]): { texts: (readonly string[])[]; rows: number[][] } {
    const { size } = this.communicator
    if (size === 1) return { texts: [ids], rows: [ids.map((_, i) => i)] }
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
