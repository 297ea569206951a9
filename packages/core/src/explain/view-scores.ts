import type { Matrix } from '../numerics/linalg/matrix.ts'
import { takeRows } from '../numerics/linalg/take-rows.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import type { Scratch } from '../runtime/scratch.ts'
import type { NamedRows } from '../views/prepare-views.ts'
import { preprocessView } from '../views/preprocess-view.ts'
import type { ScoresByName } from './restore-scores.ts'

/** A view as distances see it, only the samples that have something to say in it. */
export interface ViewScores {
  name: string
  /** Which samples, ascending. */
  place: Uint32Array
  /** Principal scores of these samples, one per row; 0 columns where the view is constant. */
  scores: Matrix
}

/**
 * Preprocesses every view as the default method does, but for those of which the scores are known. Samples that lack a view, or whose words are all zero, are left out of it. O(entries · rank).
 */
export function* viewScores(
  kernels: Kernels,
  views: readonly NamedRows[],
  random: Random,
  scratch?: Scratch,
  known: ScoresByName = new Map(),
): Generator<Progress, ViewScores[]> {
  const result: ViewScores[] = []
  for (const [v, { name, data, present }] of views.entries()) {
    const found =
      known.get(name) ??
      (yield* preprocessView(kernels, data, random.split(v), { present, ranks: singleProcess, scratch }))
    const place = Uint32Array.from(found.present.keys()).filter((i) => found.present[i] === 1)
    result.push({ name, place, scores: place.length < data.rows ? takeRows(found.scores, place) : found.scores })
    yield { stage: 'views', iteration: v + 1, total: views.length }
  }
  return result
}
