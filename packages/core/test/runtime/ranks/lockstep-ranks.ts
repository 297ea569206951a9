import type { Message, Ranks } from '../../../src/runtime/ranks/ranks.ts'
import { ThreadRanks } from './ranks-by-threads.ts'

/** Thrown by a rank that needs what another one has not laid down yet. */
class Waiting extends Error {}

/** A rank that finds in `laid`, by rank and call, what all of them lay down. */
class LockstepRanks extends ThreadRanks {
  private readonly laid: Message[][]
  private call = 0

  constructor(rank: number, laid: Message[][]) {
    super({ rank, size: laid.length, memory: new SharedArrayBuffer(16), given: null })
    this.laid = laid
  }

  override barrier(): void {
    this.exchange(new Uint8Array(0))
  }

  protected override exchange<T extends Message>(values: T): T[] {
    const call = this.call++
    this.laid[this.rank][call] ??= values.slice() as T
    if (this.laid.some((own) => own.length <= call)) throw new Waiting()
    return this.laid.map((own) => own[call].slice() as T)
  }
}

/** What `run` gives on each of `size` ranks, all in this thread: a rank that waits for others begins again once they got as far, so `run` must do the same every time. */
export function inLockstep<T>(size: number, run: (ranks: Ranks) => T): T[] {
  const laid = Array.from({ length: size }, (): Message[] => [])
  const results = new Map<number, T>()
  for (let before = -1; results.size < size; ) {
    const calls = laid.reduce((sum, own) => sum + own.length, 0)
    if (calls === before) throw new Error('the ranks wait for each other')
    before = calls
    for (let rank = 0; rank < size; rank++) {
      if (results.has(rank)) continue
      try {
        results.set(rank, run(new LockstepRanks(rank, laid)))
      } catch (problem) {
        if (!(problem instanceof Waiting)) throw problem
      }
    }
  }
  return Array.from(laid, (_, rank) => results.get(rank)!)
}
