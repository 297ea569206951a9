import type { NamedMatrix } from '../data/prepare-views.ts'
import { preprocessView } from '../data/preprocess-view.ts'
import { takeRows } from '../data/take-rows.ts'
import type { Kernels } from '../kernels/kernels.ts'
import type { Matrix } from '../linalg/matrix.ts'
import type { Progress } from '../progress.ts'
import type { Random } from '../random/random.ts'
import { gatherOnFirst } from '../ranks/gather-on-first.ts'
import type { SharedLabels } from './shared-labels.ts'

/** A view as distances see it, only the samples that have something to say in it. */
export interface ViewScores {
  name: string
  /** Which samples, ascending. */
  place: Uint32Array
  /** Principal scores of these samples, one a row; 0 columns where the view is constant. */
  scores: Matrix
}

/**
 * Preprocesses every view as the default method does. Samples that lack a view, or whose words are all zero, are left out of it. Ranks give their own samples; rank 0 gets the scores of all,
 * the same bytes as in one process, the others null. O(entries · rank).
 */
export function* viewScores(
  kernels: Kernels,
  views: readonly NamedMatrix[],
  random: Random,
  { communicator, begin }: Pick<SharedLabels, 'communicator' | 'begin'>,
): Generator<Progress, ViewScores[] | null> {
  const result: ViewScores[] = []
  for (const [v, { name, data, present }] of views.entries()) {
    const given = Uint32Array.from({ length: data.rows }, (_, i) => i).filter((i) => !present || present[i] === 1)
    const rows = given.length === data.rows ? data : takeRows(data, given)
    const found = yield* preprocessView(kernels, rows, random.split(v), { communicator })
    const speaking = Uint32Array.from(given.keys()).filter((i) => found.present[i] === 1)
    const silent = speaking.length < given.length
    const place = communicator.gather(Int32Array.from(speaking, (i) => begin + given[i]))
    const scores = gatherOnFirst(communicator, silent ? takeRows(found.scores, speaking) : found.scores)
    if (place && scores) result.push({ name, place: Uint32Array.from(place), scores })
    yield { stage: 'views', iteration: v + 1, total: views.length }
  }
  return communicator.rank === 0 ? result : null
}
