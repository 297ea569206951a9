import { InputError } from '@manyview/core'
import type { Message, Ranks } from '@manyview/core/runtime'
import { shares } from '@manyview/core/runtime'
import type { MpiLibrary } from './mpi-library.ts'

/** What a rank sent to others so far, and how long it was inside MPI (moving and waiting). */
export interface Traffic {
  bytes: number
  calls: number
  seconds: number
}

/** Sums of at most this many values go to all ranks at once: one message instead of two, and hardly more bytes. */
const SHORT = 512

/** The ranks of MPI's world, after `MPI_Init`. */
export class MpiRanks implements Ranks {
  readonly rank: number
  readonly size: number
  readonly traffic: Traffic = { bytes: 0, calls: 0, seconds: 0 }
  private readonly mpi: MpiLibrary

  constructor(mpi: MpiLibrary) {
    this.mpi = mpi
    this.rank = mpi.rank()
    this.size = mpi.size()
  }

  /** Each rank adds up its share of the entries and gives the sums to all, so that 2·(size − 1)/size of the values leave a rank. */
  allReduceSum(values: Float64Array): void {
    const { rank, size } = this
    if (size === 1) return
    if (values.length <= SHORT) {
      const all = new Float64Array(values.length * size)
      this.allGatherInto(values, all, Array<number>(size).fill(values.length))
      addUpInto(values, all, size)
      return
    }
    const counts = shares(values.length, size).map(({ begin, end }) => end - begin)
    const parts = new Float64Array(counts[rank] * size)
    this.allToAll(values, counts, parts, Array<number>(size).fill(counts[rank]))
    const sum = new Float64Array(counts[rank])
    addUpInto(sum, parts, size)
    this.allGatherInto(sum, values, counts)
  }

  allGather<T extends Message>(values: T): T {
    const counts = this.lengths(values.length)
    const result = like(values, total(counts))
    this.allGatherInto(values, result, counts)
    return result
  }

  gather<T extends Message>(values: T): T | null {
    const counts = this.lengths(values.length)
    const result = like(values, this.rank === 0 ? total(counts) : 0)
    const { mpi } = this
    this.call(this.rank === 0 ? 0 : values.byteLength, () =>
      mpi.gather(values, values.length, result, ...table(counts), this.typeOf(values)),
    )
    return this.rank === 0 ? result : null
  }

  broadcast(values: Message): void {
    const bytes = this.rank === 0 ? values.byteLength * (this.size - 1) : 0
    this.call(bytes, () => this.mpi.broadcast(values, checked(values.length), this.typeOf(values)))
  }

  allToAll<T extends Message>(
    send: T,
    sendCounts: readonly number[],
    receive: T,
    receiveCounts: readonly number[],
    places: { readonly send?: readonly number[]; readonly receive?: readonly number[] } = {},
  ): void {
    const bytes = (total(sendCounts) - sendCounts[this.rank]) * send.BYTES_PER_ELEMENT
    const [sent, received] = [table(sendCounts, places.send), table(receiveCounts, places.receive)]
    this.call(bytes, () => this.mpi.allToAll(send, ...sent, receive, ...received, this.typeOf(send)))
  }

  barrier(): void {
    this.call(0, () => this.mpi.barrier())
  }

  private allGatherInto<T extends Message>(values: T, result: T, counts: readonly number[]): void {
    const bytes = values.byteLength * (this.size - 1)
    this.call(bytes, () => this.mpi.allGather(values, values.length, result, ...table(counts), this.typeOf(values)))
  }

  private lengths(length: number): number[] {
    const result = new Int32Array(this.size)
    this.allGatherInto(Int32Array.of(checked(length)), result, Array<number>(this.size).fill(1))
    return Array.from(result)
  }

  private typeOf(values: Message): unknown {
    const { types } = this.mpi
    if (values instanceof Float64Array) return types.double
    return values instanceof Int32Array ? types.int : types.byte
  }

  private call(bytes: number, run: () => number): void {
    const started = performance.now()
    const status = run()
    this.traffic.seconds += (performance.now() - started) / 1000
    this.traffic.bytes += bytes
    this.traffic.calls++
    if (status !== 0) throw new Error(`MPI call failed with error ${status}`)
  }
}

/** target ← the sum of the `size` parts that lie one after the other in `parts`, in that order. */
function addUpInto(target: Float64Array, parts: Float64Array, size: number): void {
  const { length } = target
  target.set(parts.subarray(0, length))
  for (let r = 1; r < size; r++) for (let i = 0; i < length; i++) target[i] += parts[r * length + i]
}

/** Counts and the places where each begins (one after the other by default), as MPI takes them. */
function table(counts: readonly number[], given?: readonly number[]): [Int32Array, Int32Array] {
  if (given) return [Int32Array.from(counts, checked), Int32Array.from(given, checked)]
  const places = new Int32Array(counts.length)
  for (let r = 1; r < counts.length; r++) places[r] = checked(places[r - 1] + counts[r - 1])
  checked(total(counts))
  return [Int32Array.from(counts), places]
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

function like<T extends Message>(values: T, length: number): T {
  return new (values.constructor as new (length: number) => T)(length)
}

/** MPI counts in 32 bits. */
function checked(length: number): number {
  if (length < 2147483648) return length
  throw new InputError(`${length} values in one message, MPI takes 2147483647, use more ranks`, {
    code: 'mpi',
    argument: 'ranks',
  })
}
