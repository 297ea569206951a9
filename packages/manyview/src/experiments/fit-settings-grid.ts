import { InputError, type Method } from '@manyview/core'
import {
  emptyClustersWarnings,
  type MethodResult,
  type OptionValues,
  type PreparedViews,
  refuseMissingViews,
  validateOptions,
} from '@manyview/core/methods'
import { Random } from '@manyview/core/numerics'
import { complete, drive, Kernels, type PaceOptions, singleProcess } from '@manyview/core/runtime'
import { allMethods } from '@manyview/rivals'

/** What all fits of a grid have in common. */
export interface GridOptions extends PaceOptions {
  clusters: number
  /** Whole number that fixes every random choice of every fit; default 0. */
  seed?: number
  /** Most bytes that a fit may take for its own matrices; no limit when absent. */
  memoryLimit?: number
}

/** One fit of a grid. */
export interface GridFit {
  settings: OptionValues
  result: MethodResult
  seconds: number
}

/** Fits the same samples with one setting after the other, on one thread, and yields each result, the same that a fit alone gives. One of several that the method refuses for these samples is passed over. */
export async function* fitSettingsGrid(
  input: PreparedViews,
  method: Method,
  grid: readonly OptionValues[],
  { clusters, seed = 0, memoryLimit, ...pace }: GridOptions,
): AsyncGenerator<GridFit, void> {
  const all = grid.map((settings) => validateOptions(method, settings))
  refuseMissingViews(method, input, allMethods)
  for (const [g, settings] of grid.entries()) {
    const started = performance.now()
    // A fresh memory for every fit, so that one cannot grow it for the next.
    const computer = { kernels: await Kernels.load(), device: null, ranks: singleProcess }
    const task = { ...computer, clusters, memoryLimit, options: all[g], random: new Random(seed) }
    const result = await complete(drive(await method.run(input, task), pace)).catch((error: unknown) => {
      // A value of a grid that suits other data is no reason to lose the rest.
      if (grid.length > 1 && error instanceof InputError && error.code === 'bad-option') return null
      throw error
    })
    if (!result) continue
    const warnings = [...emptyClustersWarnings(result.labels, clusters, singleProcess), ...result.warnings]
    yield { settings, result: { ...result, warnings }, seconds: (performance.now() - started) / 1000 }
  }
}
