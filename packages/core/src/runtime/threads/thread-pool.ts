import type { Calls, KernelName, KernelSharer, Kernels } from '../kernels/kernels.ts'
import { mapProgress } from '../steps.ts'
import {
  CALLS,
  type CallQueue,
  callAway,
  type Instances,
  kernelList,
  kernelNames,
  makeBoard,
  presence,
  type Round,
  workInSteps,
  workTogether,
} from './call-queue.ts'
import { type CrewThread, giveThreadBack, takeThread } from './reserve-threads.ts'

/** What a thread is told: memories to work on, to stay at a board of kernel calls, and to forget the memories. */
export type ThreadMessage =
  | 'forget'
  | { memory: Kernels['memory']; module: Kernels['module'] }
  | { board: CallQueue; thread: number; since: number }

/**
 * Threads that work beside the one that runs the fit. Results never depend on how many there are, or on whether they started at all: whoever is there takes
 * the next call of `kernels.share`, on memory that all of them share; a round takes a few microseconds.
 */
export class ThreadPool implements KernelSharer {
  /** True once one of the threads ended by an error. */
  failed = false
  private readonly threads: CrewThread[] = []
  private readonly board = makeBoard()
  private readonly joined: Kernels[] = []
  private instances: Instances = []
  private names: string[] = []
  private atBoard = false

  private constructor(helpers: number) {
    for (let i = 0; i < helpers; i++)
      this.threads.push(
        takeThread(() => {
          this.failed = true
        }),
      )
  }

  /**
   * A pool of `threads` with the caller, which helps with `kernels.share` if these are on shared memory; null for one thread, and where the host
   * has no threads or no shared memory.
   */
  static start(threads: number, kernels?: Kernels): ThreadPool | null {
    if (threads < 2 || typeof SharedArrayBuffer === 'undefined') return null
    try {
      const pool = new ThreadPool(threads - 1)
      if (kernels?.shared) kernels.sharer = pool
      return pool
    } catch {
      return null
    }
  }

  /** Threads, the caller included. */
  get size(): number {
    return this.threads.length + 1
  }

  /** The work of `kernels.share`. */
  run(kernels: Kernels, name: KernelName, calls: Calls, scratch: number): Float64Array {
    const mark = kernels.mark()
    const round = this.roundOf(kernels, name, scratch)
    const results = calls.length <= CALLS ? this.board.results : new Float64Array(calls.length)
    for (let first = 0; first < calls.length; first += CALLS) {
      const part = calls.length <= CALLS ? calls : calls.slice(first, first + CALLS)
      workTogether(this.board, this.instances, round, part)
      if (results !== this.board.results) results.set(this.board.results.subarray(0, part.length), first)
    }
    kernels.release(mark)
    return results
  }

  /** The work of `kernels.shareInSteps`. */
  *steps(kernels: Kernels, name: KernelName, calls: Calls, scratch: number): Generator<number, Float64Array> {
    const mark = kernels.mark()
    const round = this.roundOf(kernels, name, scratch)
    const results = new Float64Array(calls.length)
    for (let first = 0; first < calls.length; first += CALLS) {
      const part = calls.slice(first, first + CALLS)
      yield* mapProgress(workInSteps(this.board, this.instances, round, part), (done) => first + done)
      results.set(this.board.results.subarray(0, part.length), first)
    }
    kernels.release(mark)
    return results
  }

  /** Ends the threads, whatever they are doing, or gives those that are kept back. */
  stop(): void {
    for (const kernels of this.joined) kernels.sharer = null
    if (this.atBoard) callAway(this.board)
    for (const thread of this.threads.splice(0)) {
      if (this.failed) thread.worker.terminate()
      else {
        thread.worker.postMessage('forget' satisfies ThreadMessage)
        giveThreadBack(thread)
      }
    }
  }

  /** All threads at the board, with scratch space for each of them. */
  private roundOf(kernels: Kernels, name: KernelName, scratch: number): Round {
    const memory = this.join(kernels)
    if (!this.atBoard) this.gather()
    const scratchBytes = Math.ceil(scratch / 2) * 16
    const space = kernels.allocate((scratchBytes / 8) * this.size)
    return { memory, kernel: this.names.indexOf(name), scratch: space.pointer, scratchBytes }
  }

  /** The number of a memory; all threads get to know it. */
  private join(kernels: Kernels): number {
    const place = this.joined.indexOf(kernels)
    if (place >= 0) return place
    const { module, memory } = kernels
    if (this.atBoard) callAway(this.board)
    this.atBoard = false
    for (const { worker } of this.threads) worker.postMessage({ module, memory } satisfies ThreadMessage)
    this.names = kernelNames(kernels.call)
    this.joined.push(kernels)
    this.instances = this.joined.map(({ call }) => kernelList(call))
    return this.joined.length - 1
  }

  private gather(): void {
    const since = presence(this.board)
    this.threads.forEach(({ worker }, i) => {
      worker.postMessage({ board: this.board, thread: i + 1, since } satisfies ThreadMessage)
    })
    this.atBoard = true
  }
}
