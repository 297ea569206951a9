import type { OptionValues } from '@manyview/core/methods'
import { best, type ComparisonPlan, type Contestant, finished, planGrid } from '../comparison.ts'
import type { DataRequest, FitOutcome, Keep } from '../job.ts'
import { type RunAllOptions, runAll } from '../run-all.ts'
import { dstlLambdas } from '../tuning-grid.ts'
import type { PublishedDataset } from './published-results.ts'

/** One data set of the paper, read and ready. */
export interface ReadyDataset {
  published: PublishedDataset
  data: DataRequest
  truth: number[]
}

/** How much is done. */
export interface ReproduceScale {
  repetitions: number
  /** A coarse λ grid and small surfaces, to see that it works. */
  quick: boolean
  /** Rivals at published defaults, or tuned with the labels as DSTL is. */
  tuneRivals: boolean
}

export const dstlContestant: Contestant = { name: 'dstl', method: 'dstl', fixed: {} }

/** The λ values of the surfaces. */
export function lambdaAxes(quick: boolean): { lambda1: readonly number[]; lambda2: readonly number[] } {
  return quick ? { lambda1: [5e-4, 1e-2, 1], lambda2: [5e-2, 5] } : { lambda1: dstlLambdas, lambda2: dstlLambdas }
}

/** Which λ₁ and λ₂ are searched, as a report says it. */
export function gridWords(quick: boolean): string {
  if (!quick) return "the paper's grid (10×10 values from 1e-4 to 5)"
  const { lambda1, lambda2 } = lambdaAxes(true)
  return `a coarse grid (λ₁ of ${lambda1.join(', ')}; λ₂ of ${lambda2.join(', ')}) in place of the paper's 10×10 values`
}

/** The plan of a comparison in which DSTL is tuned as in the paper. */
export function oraclePlan({ published, data, truth }: ReadyDataset, scale: ReproduceScale): ComparisonPlan {
  const { lambda1, lambda2 } = lambdaAxes(scale.quick)
  const grid = lambda1.flatMap((first) => lambda2.map((second): OptionValues => ({ lambda1: first, lambda2: second })))
  return {
    data,
    truth,
    clusters: published.clusters,
    contestants: [dstlContestant],
    repetitions: scale.repetitions,
    tuning: 'labels',
    grids: scale.quick ? { dstl: grid } : undefined,
    seed: 0,
  }
}

/** DSTL's fits over the λ grid in one order, and the settings with the best accuracy: the paper's choice, made with the labels. */
export async function lambdaGrid(
  set: ReadyDataset,
  order: 'stored' | 'shuffled',
  scale: ReproduceScale,
  options: RunAllOptions,
): Promise<{ outcomes: FitOutcome[]; chosen: OptionValues }> {
  const results = await runAll(planGrid(oraclePlan(set, scale), dstlContestant, order), options)
  const outcomes = results.flatMap(finished)
  return { outcomes, chosen: best(outcomes, 'labels')?.settings ?? {} }
}

/** Fits of DSTL with further settings, `base` under each, in one order. */
export async function dstlFits(
  { published, data, truth }: ReadyDataset,
  order: 'stored' | 'shuffled',
  settings: readonly OptionValues[],
  options: RunAllOptions,
  keep: Keep[] = [],
): Promise<FitOutcome[]> {
  // One fit a process where a map is wanted, so that they run side by side; else parts of ten.
  const size = keep.length > 0 ? 1 : 10
  const parts = Array.from({ length: Math.ceil(settings.length / size) }, (_, i) =>
    settings.slice(i * size, i * size + size),
  )
  const results = await runAll(
    parts.map((part) => ({
      job: {
        data,
        truth,
        clusters: published.clusters,
        method: 'dstl',
        settings: [...part],
        seed: 0,
        order: order === 'stored' ? 'stored' : { shuffled: 1 },
        keep,
      },
      group: 'dstl',
    })),
    options,
  )
  return results.flatMap(finished)
}
