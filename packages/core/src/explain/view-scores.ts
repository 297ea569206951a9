import type { NamedMatrix } from '../data/prepare-views.ts'
import { preprocessView } from '../data/preprocess-view.ts'
import { takeRows } from '../data/take-rows.ts'
import type { Kernels } from '../kernels/kernels.ts'
import type { Matrix } from '../linalg/matrix.ts'
import type { Progress } from '../methods/method.ts'
import type { Random } from '../random/random.ts'

/** A view as distances see it, only the samples that have something to say in it. */
export interface ViewScores {
  name: string
  /** Which samples, ascending. */
  place: Uint32Array
  /** Principal scores of these samples, one a row; 0 columns where the view is constant. */
  scores: Matrix
}

/** Preprocesses every view as the default method does. Samples that lack a view, or whose words are all zero, are left out of it. O(entries · rank). */
export function* viewScores(
  kernels: Kernels,
  views: readonly NamedMatrix[],
  random: Random,
): Generator<Progress, ViewScores[]> {
  const result: ViewScores[] = []
  for (const [v, { name, data, present }] of views.entries()) {
    const given = Uint32Array.from({ length: data.rows }, (_, i) => i).filter((i) => !present || present[i] === 1)
    const rows = given.length === data.rows ? data : takeRows(data, given)
    const found = yield* preprocessView(kernels, rows, random.split(v))
    const speaking = Uint32Array.from(given.keys()).filter((i) => found.present[i] === 1)
    const silent = speaking.length < given.length
    result.push({
      name,
      place: silent ? Uint32Array.from(speaking, (i) => given[i]) : given,
      scores: silent ? takeRows(found.scores, speaking) : found.scores,
    })
    yield { stage: 'views', iteration: v + 1, total: views.length }
  }
  return result
}
