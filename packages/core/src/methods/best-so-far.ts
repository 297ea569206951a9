import { drive, type PaceOptions, type StopSignal, type Waiting } from '../runtime/drive.ts'
import type { Progress } from '../runtime/progress.ts'
import { completeResult } from './complete-result.ts'
import type { MethodResult } from './method.ts'

/** Runs a method as `paced` does; where the signal stops it after it told of a partition, the last one told is the result, with `stopped` true. */
export async function* bestSoFar(
  run: Generator<Progress, MethodResult>,
  { signal, onProgress }: PaceOptions,
  beside?: Waiting,
): AsyncGenerator<Progress, MethodResult & { stopped?: true }> {
  const latest: BestSoFar = {}
  try {
    return yield* drive(keeping(run, latest, signal), { signal, onProgress }, beside)
  } catch (error) {
    if (!latest.labels) throw error
    const warnings = ['the fit was stopped early: this is the best partition that it had by then']
    return {
      ...completeResult({ labels: latest.labels, iterations: latest.best!.iteration, converged: false, warnings }),
      stopped: true,
    }
  }
}

/** The latest progress that could tell a partition, and, once the signal has stopped the fit, that partition. */
interface BestSoFar {
  best?: Progress
  labels?: Int32Array
}

/** Runs a generator and writes its best partition down when the signal stops it: once it is closed, the memory behind the partition is no longer its own. */
function* keeping<T>(run: Generator<Progress, T>, latest: BestSoFar, signal?: StopSignal): Generator<Progress, T> {
  try {
    for (;;) {
      const step = run.next()
      if (step.done) return step.value
      if (step.value.partition) latest.best = step.value
      yield step.value
    }
  } finally {
    if (signal?.aborted) latest.labels = latest.best?.partition?.()
    run.return(undefined as T)
  }
}
