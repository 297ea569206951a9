import { mapProgress } from '../../runtime/steps.ts'
import { Random } from '../random/random.ts'

/** Progress of several starts: how many are done, and the best of them. */
export interface StartsDone<Result> {
  starts: number
  best?: Result
}

/** Makes one generator per start: start r takes split r of one number drawn from `random`, which every call advances by that number. */
export function startRandoms(random: Random, starts: number): Random[] {
  const base = new Random(random.integer())
  return Array.from({ length: starts }, (_, start) => base.split(start))
}

/** Returns the better of two results by squared error, the first of equal ones. */
export function betterStart<Result extends { squaredError: number }>(best: Result | undefined, next: Result): Result {
  return best && !(next.squaredError < best.squaredError) ? best : next
}

/** Runs starts 0 … starts − 1 by `run` and returns the best result by `betterStart`; yields after every step of a start and after its end. */
export function* bestStart<Result extends { squaredError: number }>(
  starts: number,
  run: (start: number) => Generator<void, Result>,
): Generator<StartsDone<Result>, Result> {
  let best: Result | undefined
  for (let start = 0; start < starts; start++) {
    const result: Result = yield* mapProgress(run(start), () => ({ starts: start, best }))
    best = betterStart(best, result)
    yield { starts: start + 1, best }
  }
  return best!
}
