import type { Progress } from './progress.ts'

/** Runs a generator to its end and yields what `tell` makes of each of its steps. It is closed with this one, so that its `finally` blocks run whoever breaks off. */
export function* mapProgress<From, To, T>(run: Generator<From, T>, tell: (step: From) => To): Generator<To, T> {
  try {
    for (;;) {
      const step = run.next()
      if (step.done) return step.value
      yield tell(step.value)
    }
  } finally {
    run.return(undefined as T)
  }
}

/** Runs a generator to its end at once and gives what it returns. */
export function runToEnd<T>(run: Generator<unknown, T>): T {
  for (;;) {
    const step = run.next()
    if (step.done) return step.value
  }
}

/** Runs a part of an iteration to its end and yields `state` wherever the part yields, so that iterations stay the only thing that is told. */
export function reporting<State, Result>(part: Generator<Progress, Result>, state: State): Generator<State, Result> {
  return mapProgress(part, () => state)
}
