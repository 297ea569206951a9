import { mapProgress } from '../../runtime/steps.ts'
import { Random } from '../random/random.ts'

/** How far the starts are: how many are done, and the best of them. */
export interface StartsDone<Result> {
  starts: number
  best?: Result
}

/** The generators of so many starts, start r from split r of one number, with which every call advances `random`. */
export function startRandoms(random: Random, starts: number): Random[] {
  const base = new Random(random.integer())
  return Array.from({ length: starts }, (_, start) => base.split(start))
}

/** The better of two results by squared error, the first of equal ones. */
export function betterStart<Result extends { squaredError: number }>(best: Result | undefined, next: Result): Result {
  return best && !(next.squaredError < best.squaredError) ? best : next
}

/** The best result of starts 0 … starts − 1 by `betterStart`, each run by `run`; yields after every step of a start and after its end. */
export function* bestStart<Result extends { squaredError: number }>(
  starts: number,
  run: (start: number) => Generator<void, Result>,
): Generator<StartsDone<Result>, Result> {
  let best: Result | undefined
  for (let start = 0; start < starts; start++) {
    const found: Result = yield* mapProgress(run(start), () => ({ starts: start, best }))
    best = betterStart(best, found)
    yield { starts: start + 1, best }
  }
  return best!
}
