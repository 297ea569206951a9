import { type Scores, score } from '@manyview/core'
import type { Run } from './run.ts'
import { data, isOpen, settings } from './session.ts'

/** True classes of the samples, as numbers. */
export interface Truth {
  name: string
  classes: readonly string[]
  codes: Int32Array
}

/** The classes that a run is compared with: of the label column that is chosen now, or those that its file holds. */
export function truthOf(run: Run): Truth | null {
  if (!isOpen(run)) return run.stored.truth ?? run.truth
  const { label } = settings.value
  return data.value!.understood.labels.find(({ name }) => name === label) ?? null
}

const scoresByTruth = new WeakMap<Truth, WeakMap<Int32Array, Scores>>()

/** The scores of a run against its classes; null without classes. */
export function scoresOf(run: Run): Scores | null {
  const truth = truthOf(run)
  if (!truth) return null
  const byLabels = scoresByTruth.get(truth) ?? new WeakMap<Int32Array, Scores>()
  scoresByTruth.set(truth, byLabels)
  const scores = byLabels.get(run.stored.labels) ?? score(truth.codes, run.stored.labels)
  byLabels.set(run.stored.labels, scores)
  return scores
}
