import type { PreparedViews } from '../data/prepare-views.ts'
import { InputError } from '../input-error.ts'
import type { OptionValues } from '../methods/method.ts'
import type { GridAnswer, GridOrder, GridStart } from '../threads/grid-worker.ts'
import { type NodeWorker, startNodeWorker } from '../threads/start-node-worker.ts'
import type { GridResult, GridTask } from './grid-fitter.ts'

/** Fits that a thread has been told of: the one that it does, and the next, so that it never waits. */
const AHEAD = 2

/** Milliseconds after which this thread asks again whether there is a fit for it. */
const REST = 5

/** Fits of a grid, each done by one thread: those that are started here, each with a copy of the samples, and this one by `helpOut`. Only where Node's threads are. */
export class GridThreads {
  /** Numbers of fits that nobody has begun. */
  private readonly waiting: number[]
  /** The first that may not begin yet. */
  private limit: number
  private open: number
  private readonly settings: readonly OptionValues[]
  private readonly workers: NodeWorker[] = []
  private readonly told = new Map<NodeWorker, number[]>()
  private readonly ends: Ending[]
  private readonly controller = new AbortController()

  /** Fits from `limit` on wait for `release`. */
  constructor(
    threads: number,
    input: PreparedViews,
    method: string,
    task: GridTask,
    settings: readonly OptionValues[],
    limit: number,
  ) {
    this.settings = settings
    this.limit = limit
    this.open = settings.length
    this.waiting = Array.from(settings.keys())
    this.ends = settings.map(() => ending())
    for (let t = 0; t < threads; t++) {
      const worker = startNodeWorker('grid-worker')
      if (!worker) break
      this.workers.push(worker)
      this.told.set(worker, [])
      worker.on('error', () => this.giveBack(worker))
      worker.on('message', (answer) => this.receive(worker, answer as GridAnswer))
      worker.postMessage({ input, method, task } satisfies GridStart)
      this.tell(worker)
    }
  }

  /** Fires when the fits are to stop. */
  get stopped(): AbortSignal {
    return this.controller.signal
  }

  /** Does fits in this thread too, until all have ended or `signal` fires. */
  async helpOut(fit: (options: OptionValues) => Promise<GridResult>, signal?: AbortSignal): Promise<void> {
    while (this.open > 0 && !this.stopped.aborted) {
      if (signal?.aborted) return this.stop(signal.reason)
      const number = this.take()
      // The timer also keeps the process alive, which the threads do not.
      if (number === undefined) await new Promise<void>((resolve) => setTimeout(resolve, REST))
      else
        await fit(this.settings[number]).then(
          (found) => this.finish(number, found),
          (error) => this.fail(number, error),
        )
    }
  }

  /** The end of a fit, whoever does it. */
  end(number: number): Promise<GridResult> {
    return this.ends[number].promise
  }

  /** Lets fits before `limit` begin. */
  release(limit: number): void {
    this.limit = limit
    for (const worker of this.told.keys()) this.tell(worker)
  }

  /** Ends the threads; fits that have not ended reject with the reason. */
  stop(reason?: unknown): void {
    this.controller.abort(reason)
    for (const { reject } of this.ends) reject(reason)
    for (const worker of this.workers) worker.terminate()
  }

  private take(): number | undefined {
    return this.waiting.length > 0 && this.waiting[0] < this.limit ? this.waiting.shift() : undefined
  }

  private finish(number: number, found: GridResult): void {
    this.open--
    this.ends[number].resolve(found)
  }

  private fail(number: number, error: unknown): void {
    this.open--
    this.ends[number].reject(error)
  }

  private tell(worker: NodeWorker): void {
    const told = this.told.get(worker)
    while (told && told.length < AHEAD) {
      const number = this.take()
      if (number === undefined) return
      told.push(number)
      worker.postMessage({ number, options: this.settings[number] } satisfies GridOrder)
    }
  }

  private receive(worker: NodeWorker, { number, result, seconds = 0, refused, failed }: GridAnswer): void {
    const told = this.told.get(worker) ?? []
    told.splice(told.indexOf(number), 1)
    if (result) this.finish(number, { result, seconds })
    else if (refused) this.fail(number, new InputError(refused.message.slice(refused.argument.length + 2), refused))
    else this.fail(number, failed)
    this.tell(worker)
  }

  /** A thread that cannot go on leaves its fits to the others. */
  private giveBack(worker: NodeWorker): void {
    this.waiting.push(...(this.told.get(worker) ?? []))
    this.waiting.sort((a, b) => a - b)
    this.told.delete(worker)
    this.release(this.limit)
  }
}

/** A promise and what ends it. */
interface Ending {
  promise: Promise<GridResult>
  resolve(value: GridResult): void
  reject(reason: unknown): void
}

function ending(): Ending {
  const end = {} as Ending
  end.promise = new Promise((resolve, reject) => Object.assign(end, { resolve, reject }))
  // Whoever waits for it hears of it; until then it is nobody's failure.
  end.promise.catch(() => {})
  return end
}
