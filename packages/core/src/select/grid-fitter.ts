import type { PreparedViews } from '../data/prepare-views.ts'
import { drain } from '../drain.ts'
import { Kernels } from '../kernels/kernels.ts'
import { runDstl } from '../methods/dstl.ts'
import type { ResidentViews } from '../methods/dstl-iterations.ts'
import { unitViews } from '../methods/dstl-unit-views.ts'
import type { Method, MethodResult, OptionValues } from '../methods/method.ts'
import { finish, type PaceOptions, paced } from '../paced.ts'
import type { Progress } from '../progress.ts'
import { Random } from '../random/random.ts'
import { Crew } from '../threads/crew.ts'

/** What every fit of a grid is told besides its settings. */
export interface GridTask {
  clusters: number
  seed: number
  memoryLimit?: number
}

/** A fit that has ended. */
export interface GridResult {
  result: MethodResult
  seconds: number
}

/**
 * Fits the same samples with one setting after the other. What does not depend on the settings is done once: for DSTL, unit lengths and the packed copies of the views.
 * With `threads` > 1 these share the work of each fit.
 */
export class GridFitter {
  private readonly input: PreparedViews
  private readonly method: Method
  private readonly task: GridTask
  private readonly threads: number
  private readonly crew: Crew | null
  private readonly shared: ResidentViews | null
  private kernels: Kernels
  private used = false

  private constructor(input: PreparedViews, method: Method, task: GridTask, threads: number, kernels: Kernels) {
    this.input = input
    this.method = method
    this.task = task
    this.threads = threads
    this.kernels = kernels
    this.crew = Crew.start(threads, kernels)
    this.shared = method.name === 'dstl' ? drain(unitViews(kernels, input)) : null
  }

  static async load(input: PreparedViews, method: Method, task: GridTask, threads: number): Promise<GridFitter> {
    return new GridFitter(input, method, task, threads, await Kernels.load(undefined, threads > 1))
  }

  /** One fit with complete, valid settings; the one before must have ended. */
  async fit(options: OptionValues, pace: PaceOptions): Promise<GridResult> {
    const started = performance.now()
    const result = await finish(paced(await this.begin(options), pace))
    return { result, seconds: (performance.now() - started) / 1000 }
  }

  private async begin(options: OptionValues): Promise<Generator<Progress, MethodResult>> {
    const { input, method, task, threads, crew, shared } = this
    // A fresh memory for methods that share nothing, so that one fit cannot grow it for the next.
    if (!shared && this.used) {
      this.kernels = await Kernels.load(undefined, threads > 1)
      if (this.kernels.shared) this.kernels.sharer = crew
    }
    this.used = true
    const { seed, ...rest } = task
    const whole = { ...rest, options, random: new Random(seed), kernels: this.kernels, crew: () => crew }
    return shared ? runDstl(input, whole, shared) : method.run(input, whole)
  }

  stop(): void {
    this.crew?.stop()
  }
}
