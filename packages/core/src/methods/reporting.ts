import type { Progress } from '../progress.ts'

/** Runs a part of an iteration to its end and yields `state` wherever the part yields, so that iterations stay the only thing that is told. */
export function* reporting<State, Result>(part: Generator<Progress, Result>, state: State): Generator<State, Result> {
  for (;;) {
    const step = part.next()
    if (step.done) return step.value
    yield state
  }
}
