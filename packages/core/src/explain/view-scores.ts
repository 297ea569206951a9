import type { Clustering } from '../cluster.ts'
import { consensus } from '../consensus/method.ts'
import { keptScores } from '../consensus/result.ts'
import { orderViews } from '../evidence/order.ts'
import { scoreViews } from '../evidence/scores.ts'
import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import { takeRows } from '../numerics/linalg/take-rows.ts'
import { Random } from '../numerics/random/random.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import { makeRuntime } from '../runtime/runtime.ts'
import type { Scratch } from '../runtime/scratch.ts'
import type { NamedRows, PreparedRows } from '../views/prepare-views.ts'
import { type PreprocessedView, preprocessView } from '../views/preprocess-view.ts'

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
    const preprocessed =
      known.get(name) ??
      (yield* preprocessView(kernels, data, random.split(v), { present, ranks: singleProcess, scratch }))
    const place = Uint32Array.from(preprocessed.present.keys()).filter((i) => preprocessed.present[i] === 1)
    result.push({
      name,
      place,
      scores: place.length < data.rows ? takeRows(preprocessed.scores, place) : preprocessed.scores,
    })
    yield { stage: 'views', iteration: v + 1, total: views.length }
  }
  return result
}

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
