import type { PreparedViews } from '../data/prepare-views.ts'
import { Kernels } from '../kernels/kernels.ts'
import { runDstl, shareDstlViews } from '../methods/dstl.ts'
import { methods } from '../methods/index.ts'
import type { Method, MethodResult, OptionValues, Progress, Task } from '../methods/method.ts'
import { refuseMissingViews } from '../methods/refuse-missing-views.ts'
import { validateOptions } from '../methods/validate-options.ts'
import { finish, type PaceOptions, paced } from '../paced.ts'
import { Random } from '../random/random.ts'
import { Crew } from '../threads/crew.ts'

/** What all fits of a grid have in common. */
export interface GridOptions extends PaceOptions {
  clusters: number
  /** Whole number that fixes every random choice of every fit; default 0. */
  seed?: number
  /** Threads that the fits may use, one fit after the other; default 1. Results do not depend on it. */
  threads?: number
  /** Most bytes that a fit may take for its own matrices; no limit when absent. */
  memoryLimit?: number
}

/** One fit of a grid. */
export interface GridFit {
  settings: OptionValues
  result: MethodResult
  seconds: number
}

/**
 * Fits the same samples with one setting after the other and yields each result, the same that a fit alone gives. What does not depend on the settings is done once:
 * the check of the views and, for DSTL, unit lengths and the packed copies of the views.
 */
export async function* fitSettingsGrid(
  input: PreparedViews,
  method: Method,
  grid: readonly OptionValues[],
  options: GridOptions,
): AsyncGenerator<GridFit, void> {
  const { clusters, seed = 0, threads = 1, memoryLimit, signal, onProgress } = options
  const all = grid.map((settings) => validateOptions(method, settings))
  refuseMissingViews(method, input, methods)
  let kernels = await Kernels.load(undefined, threads > 1)
  const crew = Crew.start(threads, kernels)
  const shared = method.name === 'dstl' ? shareDstlViews(kernels, input) : null
  const mark = kernels.mark()
  try {
    for (const [g, values] of all.entries()) {
      // A fresh memory for methods that share nothing, so that one fit cannot grow it for the next.
      if (!shared && g > 0) {
        kernels = await Kernels.load(undefined, threads > 1)
        if (kernels.shared) kernels.sharer = crew
      }
      const task: Task = {
        clusters,
        options: values,
        random: new Random(seed),
        kernels,
        crew: () => crew,
        memoryLimit,
      }
      const started = performance.now()
      const run: Generator<Progress, MethodResult> = shared ? runDstl(input, task, shared) : method.run(input, task)
      const result = await finish(paced(run, { signal, onProgress }))
      if (shared) kernels.release(mark)
      yield { settings: grid[g], result, seconds: (performance.now() - started) / 1000 }
    }
  } finally {
    crew?.stop()
  }
}
