import type { Clustering } from '../cluster.ts'
import { consensus } from '../consensus/method.ts'
import { keptScores } from '../consensus/result.ts'
import { orderViews } from '../evidence/order.ts'
import { scoreViews } from '../evidence/scores.ts'
import { matrix } from '../numerics/linalg/matrix.ts'
import { Random } from '../numerics/random/random.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import { makeRuntime } from '../runtime/runtime.ts'
import type { Scratch } from '../runtime/scratch.ts'
import type { PreparedRows } from '../views/prepare-views.ts'
import type { PreprocessedView } from '../views/preprocess-view.ts'

/** Scores of views by name, and who has something to say in them. */
export type ScoresByName = ReadonlyMap<string, Pick<PreprocessedView, 'scores' | 'present'>>

/**
 * The scores by which the default method clustered: those that a fit in this process kept, or the same bytes made again. Views that it left out are not among them, and none are where another method clustered.
 * O(entries · rank) where they are made again, else O(entries).
 */
export function* restoreScores(
  kernels: Kernels,
  input: PreparedRows,
  { method, options, seed, labels }: Clustering,
  scratch?: Scratch,
): Generator<Progress, ScoresByName> {
  if (method !== consensus.name) return new Map()
  const rt = makeRuntime({ kernels, device: null, random: new Random(seed), ranks: singleProcess, memory: { scratch } })
  const ordered = yield* orderViews(rt, input, options)
  const { samples } = ordered
  const views = keptScores(labels, samples.order.samples) ?? (yield* scoreViews(rt, ordered, options, false))
  return new Map(
    views.map(({ name, scores, present }) => {
      const marks = matrix(present.length, 1, Float64Array.from(present))
      const [inPlace, own] = [scores, marks].map((rows) => samples.inInputOrder(rows))
      return [name, { scores: inPlace, present: Uint8Array.from(own.data) }]
    }),
  )
}
