import { completeResult } from './methods/complete-result.ts'
import type { MethodResult } from './methods/method.ts'
import { type PaceOptions, paced } from './paced.ts'
import type { Progress } from './progress.ts'

/** Runs a method as `paced` does; where the signal stops it after it told of a partition, the last one told is the result, with `stopped` true. */
export async function* keepBest(
  run: Generator<Progress, MethodResult>,
  { signal, onProgress }: PaceOptions,
): AsyncGenerator<Progress, MethodResult & { stopped?: true }> {
  let best: Progress | null = null
  const told = (progress: Progress) => {
    if (progress.partition) best = progress
    onProgress?.(progress)
  }
  try {
    return yield* paced(run, { signal, onProgress: told })
  } catch (error) {
    if (!signal?.aborted || !best) throw error
    const { partition, iteration } = best as Progress
    const warnings = ['the fit was stopped early: this is the best partition that it had by then']
    return {
      ...completeResult({ labels: partition!(), iterations: iteration, converged: false, warnings }),
      stopped: true,
    }
  }
}
