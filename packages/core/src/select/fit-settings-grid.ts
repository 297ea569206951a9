import type { PreparedViews } from '../data/prepare-views.ts'
import { isSparse } from '../linalg/sparse-matrix.ts'
import { methods } from '../methods/index.ts'
import type { Method, MethodResult, OptionValues } from '../methods/method.ts'
import { refuseMissingViews } from '../methods/refuse-missing-views.ts'
import { validateOptions } from '../methods/validate-options.ts'
import type { PaceOptions } from '../paced.ts'
import type { Progress } from '../progress.ts'
import { hasNodeThreads } from '../threads/start-node-worker.ts'
import { GridFitter } from './grid-fitter.ts'
import { GridThreads } from './grid-threads.ts'

/** What all fits of a grid have in common. */
export interface GridOptions extends PaceOptions {
  clusters: number
  /** Whole number that fixes every random choice of every fit; default 0. */
  seed?: number
  /** Threads for all fits together, default 1: one fit a thread in Node, up to 1 GiB of copies of the views; else one fit after the other, each on all threads. Results do not depend on it. */
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

/** Most bytes of copies of the views, one a thread that helps. */
const COPIES = 1_073_741_824
/** Fits a thread that may have begun and not been asked for. */
const AHEAD = 4

/**
 * Fits the same samples with one setting after the other, or several at a time, and yields each result in the order of the settings, the same that a fit alone gives. What does not depend on the
 * settings is done once a thread: the check of the views and, for DSTL, unit lengths and the packed copies of the views. Progress is that of the fits which this thread does.
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
  const helpers = helpersFor(input, method, Math.min(threads, grid.length))
  const task = { clusters, seed, memoryLimit }
  const fitter = await GridFitter.load(input, method, task, helpers > 0 ? 1 : threads)
  try {
    if (helpers === 0)
      for (const [g, settings] of grid.entries())
        yield { settings, ...(await fitter.fit(all[g], { signal, onProgress })) }
    else {
      const ahead = AHEAD * (helpers + 1)
      const fits = new GridThreads(helpers, input, method.name, task, all, ahead)
      try {
        const watch = (progress: Progress) => {
          if (signal?.aborted) fits.stop(signal.reason)
          onProgress?.(progress)
        }
        fits.helpOut((values) => fitter.fit(values, { signal: fits.stopped, onProgress: watch }), signal)
        for (const [g, settings] of grid.entries()) {
          yield { settings, ...(await fits.end(g)) }
          fits.release(g + 1 + ahead)
        }
      } finally {
        fits.stop()
      }
    }
  } finally {
    fitter.stop()
  }
}

/** Threads beside this one that do whole fits. */
function helpersFor(input: PreparedViews, method: Method, threads: number): number {
  const bytes = input.views.reduce(
    (total, { data }) => total + 8 * (isSparse(data) ? 2 * data.values.length : data.data.length),
    0,
  )
  return hasNodeThreads() && methods.includes(method) && bytes * (threads - 1) <= COPIES ? threads - 1 : 0
}
