import type { StreamedView } from '../data/prepare-blocked.ts'
import { preprocessStreamed } from '../data/preprocess-streamed.ts'
import type { Scratch } from '../data/scratch.ts'
import { takeRows } from '../data/take-rows.ts'
import type { Kernels } from '../kernels/kernels.ts'
import type { Progress } from '../progress.ts'
import type { Random } from '../random/random.ts'
import type { ViewScores } from './view-scores.ts'

/** `viewScores` of views that are read in blocks. */
export function* streamedViewScores(
  kernels: Kernels,
  views: readonly StreamedView[],
  random: Random,
  scratch: Scratch | undefined,
): Generator<Progress, ViewScores[]> {
  const result: ViewScores[] = []
  for (const [v, { name, data, words }] of views.entries()) {
    const { scores, present } = yield* preprocessStreamed(kernels, data, words, random.split(v), scratch)
    const place = Uint32Array.from(present.keys()).filter((i) => present[i] === 1)
    result.push({ name, place, scores: place.length < data.rows ? takeRows(scores, place) : scores })
    yield { stage: 'views', iteration: v + 1, total: views.length }
  }
  return result
}
