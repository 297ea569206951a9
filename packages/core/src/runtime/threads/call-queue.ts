import type { Calls } from '../kernels/kernels.ts'

/** Calls of one kernel in memory that threads share: everyone takes the next call that nobody has taken, until none is left. */
export interface CallQueue {
  control: Int32Array
  /** ARGUMENTS numbers per call. */
  calls: Float64Array
  /** What each call gave back, 0 if nothing. */
  results: Float64Array
}

/** Most calls in a round, and the most numbers that a call takes. */
export const CALLS = 2048
const ARGUMENTS = 20

// The round and the next call that nobody has taken, in one number, so that nobody takes a call of a round that is over.
const TICKET = 0
const COUNT = 1
const DONE = 2
const KERNEL = 3
const MEMORY = 4
const NUMBERS = 5
const SCRATCH = 6
const SCRATCH_BYTES = 7
const SLEEPERS = 8
const FAILED = 9
/** Changes when the threads are to leave the board and read their messages. */
const CALLED_AWAY = 10
const LENGTH = 16
/** In place of the next call: there is none yet. More than CALLS. */
const NOT_YET = 4095

/** A thread that finds nothing to do looks again this long before it sleeps: a sleeping thread is woken on the core of the one who wakes it. */
const SPIN_MILLISECONDS = 1

/** Kernels by number, for every memory by number. */
export type Instances = readonly (readonly ((...numbers: number[]) => unknown)[])[]

/** The names of the kernels of an instance, in an order that is the same for every instance of a module. */
export function kernelNames(call: object): string[] {
  return Object.entries(call).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []))
}

/** The kernels of an instance in the order of their names. */
export function kernelList(call: object): Instances[number] {
  return Object.values(call).filter((value) => typeof value === 'function')
}

/** What all calls of a round have in common. */
export interface Round {
  memory: number
  kernel: number
  /** Address of the first thread's scratch space and bytes of each; its address is then the last argument of every call. */
  scratch: number
  scratchBytes: number
}

export function makeBoard(): CallQueue {
  return {
    control: new Int32Array(new SharedArrayBuffer(4 * LENGTH)),
    calls: new Float64Array(new SharedArrayBuffer(8 * CALLS * ARGUMENTS)),
    results: new Float64Array(new SharedArrayBuffer(8 * CALLS)),
  }
}

/** Puts up to CALLS calls on the board, helps with them as thread 0, and comes back when all are done. Throws if a thread failed. */
export function workTogether(board: CallQueue, instances: Instances, round: Round, calls: Calls): void {
  putUp(board, round, calls)
  while (takeCall(board, instances, 0));
  finish(board)
}

/** Puts calls on the board and helps with them as `workTogether` does, and yields how many calls are done after each that this thread made. */
export function* workInSteps(
  board: CallQueue,
  instances: Instances,
  round: Round,
  calls: Calls,
): Generator<number, void> {
  putUp(board, round, calls)
  while (takeCall(board, instances, 0)) yield Atomics.load(board.control, DONE)
  finish(board)
}

function putUp(board: CallQueue, round: Round, calls: Calls): void {
  const { control } = board
  const next = ((control[TICKET] >>> 12) + 1) << 12
  // A thread that still looks at the last round must not take a call while the next one is being written,
  const last = Atomics.exchange(control, TICKET, next | NOT_YET)
  // and what is taken of a round that was left in the middle must end first.
  while (Atomics.load(control, DONE) < Math.min(last & 4095, control[COUNT]));
  calls.forEach((call, c) => {
    board.calls.set(call, c * ARGUMENTS)
  })
  control[COUNT] = calls.length
  control[NUMBERS] = calls[0].length
  control[MEMORY] = round.memory
  control[KERNEL] = round.kernel
  control[SCRATCH] = round.scratch
  control[SCRATCH_BYTES] = round.scratchBytes
  Atomics.store(control, DONE, 0)
  Atomics.store(control, TICKET, next)
  if (Atomics.load(control, SLEEPERS) > 0) Atomics.notify(control, TICKET)
}

function finish({ control }: CallQueue): void {
  while (Atomics.load(control, DONE) < control[COUNT]);
  if (Atomics.load(control, FAILED) !== 0) throw new Error('a thread failed in a kernel')
}

/** The number to give to `stayAtBoard`. */
export function presence(board: CallQueue): number {
  return Atomics.load(board.control, CALLED_AWAY)
}

/** Makes every thread leave the board. */
export function callAway(board: CallQueue): void {
  Atomics.add(board.control, CALLED_AWAY, 1)
  // A round without calls, so that those who sleep wake up.
  const { control } = board
  control[COUNT] = 0
  Atomics.store(control, TICKET, ((control[TICKET] >>> 12) + 1) << 12)
  Atomics.notify(control, TICKET)
}

/** The life of thread `thread` > 0: takes calls until it is called away. */
export function stayAtBoard(board: CallQueue, instances: Instances, thread: number, since: number): void {
  const { control } = board
  let idleSince = performance.now()
  while (presence(board) === since) {
    const ticket = Atomics.load(control, TICKET)
    if (takeCall(board, instances, thread)) idleSince = performance.now()
    else if (performance.now() - idleSince > SPIN_MILLISECONDS) {
      Atomics.add(control, SLEEPERS, 1)
      if (presence(board) === since) Atomics.wait(control, TICKET, ticket)
      Atomics.sub(control, SLEEPERS, 1)
      idleSince = performance.now()
    }
  }
}

/** Does a call of the present round that nobody has taken; false where there is none. */
function takeCall(board: CallQueue, instances: Instances, thread: number): boolean {
  const { control, calls, results } = board
  for (;;) {
    const ticket = Atomics.load(control, TICKET)
    const call = ticket & 4095
    if (call >= Atomics.load(control, COUNT)) return false
    // A thread that has been called away to get to know a memory may still be here when the first round on that memory begins.
    if (Atomics.load(control, MEMORY) >= instances.length) return false
    if (Atomics.compareExchange(control, TICKET, ticket, ticket + 1) !== ticket) continue
    const numbers = calls.subarray(call * ARGUMENTS, call * ARGUMENTS + control[NUMBERS])
    try {
      const kernel = instances[control[MEMORY]][control[KERNEL]]
      const bytes = control[SCRATCH_BYTES]
      const result = bytes > 0 ? kernel(...numbers, control[SCRATCH] + thread * bytes) : kernel(...numbers)
      results[call] = typeof result === 'number' ? result : 0
    } catch {
      Atomics.store(control, FAILED, 1)
    }
    Atomics.add(control, DONE, 1)
    return true
  }
}
