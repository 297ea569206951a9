import type { Clustering } from '../cluster.ts'
import type { PreparedRows } from '../data/prepare-views.ts'
import type { PreprocessedView } from '../data/preprocess-view.ts'
import type { Scratch } from '../data/scratch.ts'
import type { Kernels } from '../kernels/kernels.ts'
import { matrix } from '../linalg/matrix.ts'
import { canonicalViews } from '../methods/consensus/canonical-views.ts'
import { keptScores } from '../methods/consensus/kept-scores.ts'
import { viewsOf } from '../methods/consensus/seen-views.ts'
import { consensus } from '../methods/consensus.ts'
import type { Progress } from '../progress.ts'
import { Random } from '../random/random.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { reorderRows } from '../ranks/reorder-rows.ts'

/** Scores of views by name, and who has something to say in them; ranks have those of their own samples. */
export type ScoresByName = ReadonlyMap<string, Pick<PreprocessedView, 'scores' | 'present'>>

/**
 * The scores by which the default method clustered: those that a fit in this process kept, or the same bytes made again. Views that it left out are not among them, and none are where another method clustered.
 * O(entries · rank) where they are made again, else O(entries).
 */
export function* scoresAsFitted(
  kernels: Kernels,
  input: PreparedRows,
  { method, options, seed, labels }: Clustering,
  communicator: Communicator,
  scratch?: Scratch,
): Generator<Progress, ScoresByName> {
  if (method !== consensus.name) return new Map()
  const canonical = yield* canonicalViews(input, options, communicator)
  const { samples, places } = canonical.order
  // Of several ranks the first would have none: its labels are those of all.
  const kept = communicator.size === 1 ? keptScores(labels, samples) : undefined
  const task = { options, random: new Random(seed), kernels, communicator, scratch }
  const views = kept ?? (yield* viewsOf(canonical, task)).map(({ name, ready }) => ({ name, ...ready }))
  return new Map(
    views.map(({ name, scores, present }) => {
      const marks = matrix(present.length, 1, Float64Array.from(present))
      const [inPlace, own] = [scores, marks].map((rows) => reorderRows(communicator, rows, places, samples.length))
      return [name, { scores: inPlace, present: Uint8Array.from(own.data) }]
    }),
  )
}
