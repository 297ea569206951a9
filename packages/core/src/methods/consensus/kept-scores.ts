import type { PreprocessedView } from '../../data/preprocess-view.ts'

/** What a fit measured distances by, samples in the order that their content gives. */
export interface KeptScores {
  /** Input position of the sample at each canonical position. */
  samples: Uint32Array
  views: readonly ({ readonly name: string } & Pick<PreprocessedView, 'scores' | 'present'>)[]
}

let newest = new WeakMap<Int32Array, KeptScores>()

/** Keeps the scores of a fit as long as its labels are held and no other fit has ended, for who explains them next. */
export function keepScores(labels: Int32Array, scores: KeptScores): void {
  newest = new WeakMap([[labels, scores]])
}

/** The scores that the fit of these very labels kept; undefined where it kept none, or where the views put their samples into another order than `samples`: other values do. */
export function keptScores(labels: Int32Array, samples: Uint32Array): KeptScores['views'] | undefined {
  const kept = newest.get(labels)
  return kept && kept.samples.length === samples.length && kept.samples.every((sample, p) => sample === samples[p])
    ? kept.views
    : undefined
}
