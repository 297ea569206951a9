import type { Message, Ranks } from '../../../src/runtime/ranks/ranks.ts'
import type { Mutation } from './mutation-in-threads.ts'

/** Bytes that a rank can hand out in one call. */
const ROOM = 1 << 25

/** What a thread needs to become a rank. */
export interface RankSetup {
  rank: number
  size: number
  memory: SharedArrayBuffer
  given: unknown
  /** Where mutations are tried: that of the thread that started the ranks. */
  mutation?: Mutation
}

/** The memory of so many ranks. */
export function sharedMemory(size: number): SharedArrayBuffer {
  return new SharedArrayBuffer(16 + size * (16 + ROOM))
}

/** A rank among threads that share memory: everyone lays down what it sends, waits for all, and takes what it needs. */
export class ThreadRanks implements Ranks {
  readonly rank: number
  readonly size: number
  /** Calls made, and bytes that went to other ranks. */
  readonly traffic = { calls: 0, bytes: 0 }
  private readonly memory: SharedArrayBuffer
  private readonly gate: Int32Array

  constructor({ rank, size, memory }: RankSetup) {
    this.rank = rank
    this.size = size
    this.memory = memory
    this.gate = new Int32Array(memory, 0, 4)
  }

  allReduceSum(values: Float64Array): void {
    const parts = this.exchange(values)
    values.set(parts[0])
    for (const part of parts.slice(1)) for (let i = 0; i < values.length; i++) values[i] += part[i]
  }

  allGather<T extends Message>(values: T): T {
    const parts = this.exchange(values)
    const result = like(
      values,
      parts.reduce((sum, part) => sum + part.length, 0),
    )
    let at = 0
    for (const part of parts) {
      result.set(part, at)
      at += part.length
    }
    return result
  }

  gather<T extends Message>(values: T): T | null {
    const all = this.allGather(values)
    return this.rank === 0 ? all : null
  }

  broadcast(values: Message): void {
    values.set(this.exchange(values)[0])
  }

  allToAll<T extends Message>(
    send: T,
    sendCounts: readonly number[],
    receive: T,
    receiveCounts: readonly number[],
    places: { send?: readonly number[]; receive?: readonly number[] } = {},
  ): void {
    const before = (counts: readonly number[], rank: number) =>
      counts.slice(0, rank).reduce((sum, count) => sum + count, 0)
    const counts = this.exchange(Int32Array.from(sendCounts))
    const sendPlaces = this.exchange(Int32Array.from(places.send ?? sendCounts.map((_, r) => before(sendCounts, r))))
    const parts = this.exchange(send)
    parts.forEach((part, from) => {
      const theirs = Array.from(counts[from])
      if (theirs[this.rank] !== receiveCounts[from])
        throw new Error(`rank ${from} sends ${theirs[this.rank]} where ${receiveCounts[from]} are awaited`)
      const begin = sendPlaces[from][this.rank]
      const target = places.receive?.[from] ?? before(receiveCounts, from)
      receive.set(part.subarray(begin, begin + theirs[this.rank]), target)
    })
  }

  barrier(): void {
    const { gate, size } = this
    const round = Atomics.load(gate, 1)
    if (Atomics.add(gate, 0, 1) === size - 1) {
      Atomics.store(gate, 0, 0)
      Atomics.add(gate, 1, 1)
      Atomics.notify(gate, 1)
    } else while (Atomics.load(gate, 1) === round) Atomics.wait(gate, 1, round, 1000)
  }

  /** What all ranks lay down, in their order; copies. */
  protected exchange<T extends Message>(values: T): T[] {
    this.traffic.calls++
    this.traffic.bytes += values.byteLength * (this.size - 1)
    if (values.byteLength > ROOM) throw new Error(`${values.byteLength} bytes in one call`)
    const place = (rank: number) => 16 + rank * (16 + ROOM)
    new Float64Array(this.memory, place(this.rank), 1)[0] = values.length
    const Kind = values.constructor as new (buffer: SharedArrayBuffer, offset: number, length: number) => T
    new Kind(this.memory, place(this.rank) + 16, values.length).set(values)
    this.barrier()
    const parts = Array.from({ length: this.size }, (_, rank) => {
      const [length] = new Float64Array(this.memory, place(rank), 1)
      return new Kind(this.memory, place(rank) + 16, length).slice() as T
    })
    // Nobody lays down the next before all have taken.
    this.barrier()
    return parts
  }
}

function like<T extends Message>(values: T, length: number): T {
  return new (values.constructor as new (length: number) => T)(length)
}
