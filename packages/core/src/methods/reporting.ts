import type { Progress } from '../runtime/progress.ts'
import { mapProgress } from '../runtime/steps.ts'

/** Runs a part of an iteration to its end and yields `state` wherever the part yields, so that iterations stay the only thing that is told. */
export function reporting<State, Result>(part: Generator<Progress, Result>, state: State): Generator<State, Result> {
  return mapProgress(part, () => state)
}
