import workerThreads from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Random } from '../../../src/numerics/random/random.ts'
import { type KernelCall, Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { SingleResidentMatrix } from '../../../src/runtime/kernels/single-kernel-matrix.ts'
import { makeBoard, presence, stayAtBoard, workInSteps, workTogether } from '../../../src/runtime/threads/call-queue.ts'
import { giveThreadBack, reserveThreads, takeThread } from '../../../src/runtime/threads/reserve-threads.ts'
import { ThreadPool } from '../../../src/runtime/threads/thread-pool.ts'
import { randomMatrix } from '../../numerics/random-matrix.ts'

/** A thread that never gets to work. */
class IdleWorker {
  readonly messages: unknown[] = []
  ended = false
  fail = () => {}

  /** How a browser tells that a thread failed. */
  onerror = () => {}
  readonly url: URL
  readonly options: unknown

  constructor(url: URL, options?: unknown) {
    this.url = url
    this.options = options
    workers.push(this)
  }

  postMessage(message: unknown) {
    this.messages.push(message)
  }

  terminate() {
    this.ended = true
  }

  on(_: 'error', listener: () => void) {
    this.fail = listener
  }

  unref() {}
}

const workers: IdleWorker[] = []
const { Worker } = workerThreads
beforeEach(() => {
  workers.length = 0
  workerThreads.Worker = IdleWorker as unknown as typeof Worker
})
afterEach(() => {
  reserveThreads(0)
  workerThreads.Worker = Worker
})

const shared = await Kernels.load('simd', true)

/** More calls than a round has, each of which gives a number and writes one. */
function manyCalls(kernels: Kernels) {
  const random = new Random(1)
  // Pairs of a number and 0.
  const values = kernels.copyIn(Float64Array.from({ length: 10_000 }, (_, p) => (p % 2 === 0 ? random.uniform() : 0)))
  const out = kernels.allocate(5000)
  const numbers = values.f64.filter((_, p) => p % 2 === 0)
  const at = Array.from({ length: 5000 }, (_, i) => values.pointer + 16 * i)
  return {
    out,
    products: at.map((place): KernelCall<'innerProduct'> => [place, place, 2]),
    squares: numbers.map((value) => value * value),
    distances: at.map((place, i): KernelCall<'distancesFrom'> => [place, 1, 2, values.pointer, out.pointer + 8 * i]),
    away: numbers.map((value) => Math.abs(value - numbers[0])),
  }
}

describe('ThreadPool', () => {
  it('does every call where no thread comes to help, in as many rounds as it takes, and gives the memory back', () => {
    const pool = ThreadPool.start(3, shared)!
    const start = shared.mark()
    for (const kernels of [shared, shared.another()]) {
      const { out, products, squares, distances, away } = manyCalls(kernels)
      const mark = kernels.mark()
      expect(kernels.share('innerProduct', products)).toEqual(squares)
      expect(kernels.share('innerProduct', products.slice(0, 9)).slice(0, 9)).toEqual(squares.slice(0, 9))
      kernels.share('distancesFrom', distances)
      expect(out.f64).toEqual(away)
      const steps = kernels.shareInSteps('innerProduct', products)
      const told: number[] = []
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done) {
          expect(step.value).toEqual(squares)
          break
        }
        told.push(step.value)
      }
      expect(told).toEqual(Array.from({ length: 5000 }, (_, i) => i + 1))
      // A round that is left in the middle does not disturb the next one.
      kernels.shareInSteps('innerProduct', products).next()
      expect(kernels.share('innerProduct', products)).toEqual(squares)
      kernels.release(mark)
      const x = new SingleResidentMatrix(kernels, randomMatrix(40, 301, 1))
      const results = [pool, null].map((sharer) => {
        kernels.sharer = sharer
        const result = x.allocateTransposeResult(8)
        x.transposeMultiplyPanels(result, kernels.copyIn(randomMatrix(40, 8, 2).data), 8)
        return result.f64.slice(0, 301 * 8)
      })
      expect(results[0]).toEqual(results[1])
      kernels.sharer = pool
    }
    pool.stop()
    expect(shared.sharer).toBeNull()
    shared.release(start)
  })

  it('tells every thread the memory, then the board with its number, and the board again after another memory', () => {
    const pool = ThreadPool.start(3, shared)!
    expect([pool.size, workers.length, shared.sharer]).toEqual([3, 2, pool])
    const other = shared.another()
    expect(other.sharer).toBe(pool)
    const kinds = (message: unknown) =>
      typeof message === 'string'
        ? message
        : Object.keys(message as object)
            .sort()
            .join()
    for (const kernels of [shared, shared, other])
      kernels.share('innerProduct', manyCalls(kernels).products.slice(0, 2))
    pool.stop()
    for (const [i, { messages, ended }] of workers.entries()) {
      expect(messages.map(kinds)).toEqual([
        'memory,module',
        'board,since,thread',
        'memory,module',
        'board,since,thread',
        'forget',
      ])
      const boards = messages.filter((message) => kinds(message) === 'board,since,thread')
      expect(boards).toMatchObject([
        { thread: i + 1, since: 0 },
        { thread: i + 1, since: 1 },
      ])
      expect(presence((boards[0] as { board: ReturnType<typeof makeBoard> }).board)).toBe(2)
      expect(ended).toBe(true)
    }
  })

  it('is none for one thread, and leaves kernels of their own memory alone', async () => {
    expect(ThreadPool.start(1, shared)).toBeNull()
    vi.stubGlobal('SharedArrayBuffer', undefined)
    expect(ThreadPool.start(2, shared)).toBeNull()
    vi.unstubAllGlobals()
    const own = await Kernels.load()
    const pool = ThreadPool.start(2, own)!
    expect([own.sharer, pool.size]).toEqual([null, 2])
    pool.stop()
  })

  it('ends threads of which one failed without a word, and keeps none of them', () => {
    reserveThreads(2)
    const pool = ThreadPool.start(3)!
    expect([pool.failed, workers.length]).toEqual([false, 2])
    workers[0].fail()
    expect(pool.failed).toBe(true)
    pool.stop()
    expect(workers.map(({ ended, messages }) => [ended, messages.length])).toEqual([
      [true, 0],
      [true, 0],
    ])
  })
})

describe('reserveThreads(count)', () => {
  const nobody = () => {}

  it('starts threads ahead, hands them out before new ones start, and takes back as many', () => {
    reserveThreads(1)
    expect(workers).toHaveLength(1)
    const threads = [takeThread(nobody), takeThread(nobody)]
    expect(workers).toHaveLength(2)
    for (const thread of threads) giveThreadBack(thread)
    expect(workers.map(({ ended }) => ended)).toEqual([false, true])
    expect(takeThread(nobody)).toBe(threads[0])
    giveThreadBack(threads[0])
    reserveThreads(0)
    expect(workers.map(({ ended }) => ended)).toEqual([true, true])
  })

  it('hands out no thread that failed while it waited', () => {
    reserveThreads(2)
    workers[1].fail()
    takeThread(nobody)
    takeThread(nobody)
    expect(workers).toHaveLength(3)
    // It tells whoever has a thread now.
    let failures = 0
    reserveThreads(0)
    takeThread(() => failures++)
    workers[3].fail()
    expect(failures).toBe(1)
  })
})

describe('a thread', () => {
  it('is a worker of Node where there is one, else of the browser, and runs the program beside its starter', () => {
    takeThread(() => {})
    const builtin = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never)
    vi.stubGlobal('Worker', IdleWorker)
    let failures = 0
    try {
      takeThread(() => failures++)
    } finally {
      builtin.mockRestore()
      vi.unstubAllGlobals()
    }
    expect(workers.map(({ options }) => options)).toEqual([undefined, { type: 'module' }])
    for (const { url } of workers) expect(url.pathname).toMatch(/\/threads\/thread-worker\.js$/)
    workers[1].onerror()
    expect(failures).toBe(1)
  })
})

describe('the board of calls', () => {
  it('gives every call the scratch space of the thread that does it', () => {
    const board = makeBoard()
    const since = presence(board)
    const spaces: number[][] = []
    const kernel = (value: number, scratch: number) => {
      spaces.push([value, scratch])
      // In the middle of the round another thread takes what is left, until it is called away.
      if (spaces.length === 1) stayAtBoard(board, instances, 3, since)
      if (value === 12) Atomics.add(board.control, 10, 1)
      return 2 * value
    }
    const instances = [[kernel]]
    workTogether(board, instances, { memory: 0, kernel: 0, scratch: 1000, scratchBytes: 16 }, [[10], [11], [12]])
    expect(spaces).toEqual([
      [10, 1000],
      [11, 1048],
      [12, 1048],
    ])
    expect([...board.results.subarray(0, 3)]).toEqual([20, 22, 24])
  })

  it('counts what is done after each call, and takes what gives no number for 0', () => {
    const board = makeBoard()
    board.results.fill(7)
    const round = { memory: 0, kernel: 1, scratch: 0, scratchBytes: 0 }
    expect([...workInSteps(board, [[() => 1, () => undefined]], round, [[1], [2], [3]])]).toEqual([1, 2, 3])
    expect([...board.results.subarray(0, 4)]).toEqual([0, 0, 0, 7])
  })
})
